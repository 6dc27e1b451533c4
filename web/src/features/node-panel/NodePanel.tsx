import type { Plan } from '@cairn/contract/api/plans'
import { can } from '@cairn/contract/rules/permissions'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { CircleAlert, SearchX } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import type { NodeActions } from '../../actions/nodeActions.ts'
import { useUploadState } from '../../actions/uploads.ts'
import { activityQuery } from '../../data/activity.ts'
import { unreadQuery } from '../../data/commentQueries.ts'
import { logsQuery } from '../../data/logs.ts'
import type { PlanNodes, StoredNode } from '../../data/nodeStore.ts'
import { nodeQuery, useNode } from '../../data/nodes.ts'
import { useOutgoingComments } from '../../data/outgoingComments.ts'
import { titleOf } from '../../display/nodeDisplay.tsx'
import { messageOf } from '../../lib/api.ts'
import { linkedTab } from '../../lib/nodeLink.ts'
import { useAddress } from '../../lib/useAddress.ts'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { Spinner } from '../../ui/Spinner.tsx'
import { Tabs } from '../../ui/Tabs.tsx'
import { useFocusFallback } from '../../ui/useFocusFallback.ts'
import { ActivityTab } from './ActivityTab.tsx'
import { AgentTab } from './AgentTab.tsx'
import { CommentsTab, type CommentTarget } from './comments/CommentsTab.tsx'
import { linkedComment } from './comments/commentLink.ts'
import { DetailsPane } from './DetailsPane.tsx'
import { carriesFiles, FilesTab } from './FilesTab.tsx'
import { LogsTab } from './LogsTab.tsx'
import { Markdown } from './MarkdownText.tsx'
import { PanelBar } from './PanelBar.tsx'
import { type FrameProps, PanelFrame } from './PanelFrame.tsx'
import { PanelHeader } from './PanelHeader.tsx'
import { showDraftsOfLostNode } from './useLostDrafts.ts'
import { usePastedFiles } from './usePastedFiles.ts'

// Most nodes have text, and its source would be shown first.
void Markdown.preload()

interface Props extends FrameProps {
  plan: Plan
  nodes: PlanNodes
  actions: NodeActions
  nodeId: string
  onSelect: (id: string) => void
  onLink: (id: string) => void
  onClose: () => void
}

/** The panel of the open node. Needs a new `key` for each node, so that every node opens at Activity, or at a linked comment. */
export function NodePanel({ plan, nodes, actions, nodeId, isOverlay, fills, onSelect, onLink, onClose }: Props) {
  const node = useNode(nodes, nodeId)
  const kept = useFocusFallback<HTMLElement>()
  const panel = kept.ref
  const title = useRef<HTMLDivElement>(null)
  const [isTitleAway, setTitleAway] = useState(false)
  const canEdit = can(plan.role, 'plan.edit')
  useEffect(() => {
    // The overlay covers the page, so it takes the focus.
    if (isOverlay) panel.current?.focus({ preventScroll: true })
  }, [isOverlay, panel])
  return (
    <PanelFrame
      {...kept}
      nodeId={nodeId}
      isOverlay={isOverlay}
      fills={fills}
      aria-label={node ? titleOf(node) : 'Node'}
    >
      {node ? (
        // Two columns if there is room for them, else one column that scrolls as a whole below the top row.
        <div
          onScroll={({ currentTarget }) => setTitleAway(currentTarget.scrollTop > (title.current?.offsetHeight ?? 0))}
          className="relative flex min-h-0 flex-1 flex-col @max-[620px]:block @max-[620px]:overflow-y-auto"
        >
          <PanelBar
            {...{ nodes, node, actions, canEdit, isOverlay, onSelect, onClose }}
            planId={plan.id}
            showsTitle={isTitleAway}
          />
          <PanelHeader {...{ node, actions, canEdit }} planId={plan.id} titleRef={title} />
          <PanelBody {...{ plan, nodes, node, actions, canEdit, onSelect, onLink }} />
        </div>
      ) : (
        <NotFound nodeId={nodeId} onClose={onClose} />
      )}
    </PanelFrame>
  )
}

function NotFound({ nodeId, onClose }: Pick<Props, 'nodeId' | 'onClose'>) {
  useEffect(() => showDraftsOfLostNode(nodeId), [nodeId])
  return (
    <EmptyState
      icon={<SearchX size={20} />}
      title="Node not found"
      text="It may have been deleted, or the link may be incomplete."
    >
      <Button onClick={onClose}>Back to plan</Button>
    </EmptyState>
  )
}

type Tab = 'activity' | 'comments' | 'logs' | 'files' | 'agent'

/** The upload state in the Files tab's label, visible from other tabs. */
const UPLOAD_MARK = {
  sending: (
    <span role="img" aria-label="uploading">
      <Spinner size={13} />
    </span>
  ),
  failed: <CircleAlert role="img" aria-label="upload failed" size={14} className="text-blocked-ink" />,
} as const

/** Visible from other tabs. */
const UNSENT_MARK = <CircleAlert role="img" aria-label="comment not sent" size={14} className="text-blocked-ink" />

const UnreadDot = ({ count }: { count: number }) => (
  <span
    role="img"
    aria-label={`${count} unread`}
    title={`${count} unread`}
    // On the corner of the number's pill, or behind the number in narrow panels, which have no pill.
    className="-ml-2.5 -mt-3 size-2 rounded-full bg-accent ring-2 ring-surface @max-[450px]:-ml-0.5 @max-[450px]:size-1.5"
  />
)

interface BodyProps extends Pick<Props, 'plan' | 'nodes' | 'actions' | 'onSelect' | 'onLink'> {
  node: StoredNode
  canEdit: boolean
}

function PanelBody({ plan, nodes, node, actions, canEdit, onSelect, onLink }: BodyProps) {
  const [tab, setTab] = usePanelTab()
  const linked = linkedComment(useLocation().hash)
  const [target, setTarget] = useState<CommentTarget | null>(linked === null ? null : { id: linked, reply: false })
  usePastedFiles({ planId: plan.id, nodeId: node.id, canEdit, onShow: () => setTab('files') })
  const side = useRef<HTMLDivElement>(null)
  const whole = useQuery(nodeQuery(plan.id, node.id))
  const { isPending: isLoading } = whole
  const [isTabLinked] = useState(tab !== 'activity' && linked === null)
  const activity = useInfiniteQuery(activityQuery(plan.id, node.id))
  const logs = useInfiniteQuery(logsQuery(plan.id, node.id))
  const uploads = useUploadState(node.id)
  const isUnsent = useOutgoingComments(node.id).some(({ error }) => error !== null)
  const { data: unreadNodes } = useQuery(unreadQuery(plan.id))
  const unread = unreadNodes?.find(({ node_id }) => node_id === node.id)?.count ?? 0
  const openComment = (comment: CommentTarget) => {
    setTarget(comment)
    setTab('comments')
  }
  useEffect(() => {
    // In one column, the details push the tabs down when they are loaded. A linked comment scrolls itself into view.
    if (!isLoading && isTabLinked) side.current?.scrollIntoView({ block: 'start' })
  }, [isLoading, isTabLinked])
  const shared = { planId: plan.id, nodeId: node.id, role: plan.role }
  const tabs = [
    {
      value: 'activity',
      label: 'Activity',
      count: activity.data?.pages[0]?.total,
      content: <ActivityTab {...shared} onOpenComment={openComment} />,
    },
    {
      value: 'comments',
      label: 'Comments',
      count: node.comment_count,
      mark: isUnsent ? UNSENT_MARK : unread > 0 && <UnreadDot count={unread} />,
      content: <CommentsTab {...shared} target={target} />,
    },
    {
      value: 'logs',
      label: 'Logs',
      count: logs.data?.pages[0]?.total,
      content: <LogsTab {...shared} onOpenComment={openComment} />,
    },
    {
      value: 'files',
      label: 'Files',
      count: node.artifact_count,
      mark: uploads && UPLOAD_MARK[uploads],
      content: <FilesTab {...shared} />,
    },
    {
      value: 'agent',
      label: 'Agent Instructions',
      content: whole.data && <AgentTab node={whole.data} actions={actions} canEdit={canEdit} />,
    },
  ] as const
  return (
    <div className="@max-[620px]:contents @min-[620px]:flex min-h-0 flex-1 @min-[620px]:overflow-clip">
      <div className="shrink-0 border-line @max-[620px]:border-b @min-[620px]:w-[40%] @min-[620px]:overflow-y-auto @min-[620px]:border-r">
        {whole.data && <DetailsPane node={whole.data} {...{ nodes, actions, canEdit, onSelect, onLink }} />}
        {whole.isPending && <DetailsSkeleton />}
        {whole.isError && (
          <div className="p-4">
            <Notice look="error">
              <p>{messageOf(whole.error, 'Failed to load node')}</p>
              <Button size="sm" className="mt-2" onClick={() => whole.refetch()}>
                Try again
              </Button>
            </Notice>
          </div>
        )}
      </div>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: files are also added by a button. */}
      <div
        ref={side}
        // Files can be dropped on any tab.
        onDragEnter={(event) => canEdit && carriesFiles(event) && setTab('files')}
        // In one column the top row and the tabs stay while the rest scrolls.
        className="flex @min-[620px]:min-h-0 @max-[620px]:min-h-[calc(100%-3rem)] min-w-0 flex-1 @max-[620px]:scroll-mt-12 flex-col bg-surface"
      >
        <Tabs
          label="Node"
          value={tab}
          onChange={(next) => {
            setTab(next)
            setTarget(null)
            // In one column the tabs are below the details, so scroll the chosen one into view.
            side.current?.scrollIntoView({ block: 'start' })
          }}
          tabs={tabs}
          listClassName="@max-[620px]:sticky @max-[620px]:top-12 @max-[620px]:z-2 @max-[620px]:bg-surface"
        />
      </div>
    </div>
  )
}

/** The open tab. It is part of the URL, so that it survives a reload. */
function usePanelTab() {
  const { location, change } = useAddress()
  const { hash } = location
  const tab: Tab = linkedTab(hash) ?? (linkedComment(hash) === null ? 'activity' : 'comments')
  const setTab = (next: Tab) => {
    if (next === tab) return
    change((now) => ({ ...now, hash: next === 'activity' ? '' : `#${next}` }), {
      replace: true,
      preventScrollReset: true,
      // Without waiting for a transition, like a tab that is not in the URL.
      flushSync: true,
    })
  }
  return [tab, setTab] as const
}

/** Sections of a node without texts: the tabs below them stay in place for most nodes. */
const DETAILS = ['description', 'criteria', 'context', 'dependencies']

function DetailsSkeleton() {
  return (
    <div role="status" aria-label="Loading" className="flex flex-col gap-8 p-4">
      {DETAILS.map((section) => (
        <div key={section} className="flex flex-col gap-4 py-1">
          <Skeleton className="h-4 w-28" />
          <Skeleton className="h-4 w-3/4" />
        </div>
      ))}
    </div>
  )
}
