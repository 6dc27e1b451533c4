import { useMemo } from 'react'
import type { NodeActions } from '../../../actions/nodeActions.ts'
import type { GraphTools } from '../GraphContext.ts'
import type { useMenu } from '../useMenu.ts'

interface Options
  extends Pick<
    GraphTools,
    | 'nodes'
    | 'tree'
    | 'looks'
    | 'watches'
    | 'level'
    | 'canEdit'
    | 'direction'
    | 'setOpen'
    | 'onAddChild'
    | 'renamingId'
    | 'focus'
  > {
  actions: NodeActions
  menu: ReturnType<typeof useMenu>['ref']
  setRenamingId: (id: string | null) => void
}

/** Returns what the cards share. A new object renders all of them again. */
export function useCardTools({ actions, menu, setRenamingId, ...shared }: Options): GraphTools {
  const { nodes, tree, looks, watches, level, canEdit, direction } = shared
  const { setOpen, onAddChild, renamingId, focus } = shared
  return useMemo(
    () => ({
      ...{
        nodes,
        tree,
        looks,
        watches,
        level,
        canEdit,
        direction,
        setOpen,
        onAddChild,
        renamingId,
        focus,
      },
      onRename: (id, title, before) => actions.edit(id, { title }, { title: before }),
      onRenamed: (id, { byKey }) => {
        if (byKey) focus.want(id)
        setRenamingId(null)
      },
      onStatus: actions.setStatus,
      onStatusMenu: (id, at) => menu.current?.open({ of: 'status', id, at }),
    }),
    [
      nodes,
      tree,
      looks,
      watches,
      level,
      canEdit,
      direction,
      setOpen,
      onAddChild,
      renamingId,
      focus,
      actions,
      menu,
      setRenamingId,
    ],
  )
}
