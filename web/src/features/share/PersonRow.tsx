import type { Collaborator } from '@cairn/contract/api/collaborators'
import type { Person } from '@cairn/contract/api/common'
import { canManageCollaborator, type PlanRole } from '@cairn/contract/rules/permissions'
import { Check, Copy, Mail, X } from 'lucide-react'
import type { ReactNode, RefObject } from 'react'
import { useCollaborators } from '../../data/collaborators.ts'
import { ROLE_LABEL } from '../../display/roles.ts'
import { messageOf } from '../../lib/api.ts'
import { useFocusWhenRemoved } from '../../lib/useFocusWhenRemoved.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { Badge } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { Select } from '../../ui/Select.tsx'
import { toast } from '../../ui/Toast.tsx'
import { useCopy } from '../../ui/useCopy.ts'
import { roleOptions } from './AddPerson.tsx'

export function OwnerRow({ owner, isMe }: { owner: Person; isMe: boolean }) {
  return (
    <Row
      picture={<Avatar name={owner.name} src={owner.avatar_url} />}
      name={owner.name}
      email={owner.email}
      isMe={isMe}
    >
      <Badge tone="accent">Owner</Badge>
    </Row>
  )
}

interface Props {
  planId: string
  person: Collaborator
  me: { id: string; role: PlanRole }
  list: RefObject<HTMLElement | null>
}

/** A collaborator or a pending invitation. Role and removal are shown only to those who may change them. */
export function PersonRow({ planId, person, me, list }: Props) {
  useFocusWhenRemoved(list)
  const { add, setRole, remove, renew } = useCollaborators(planId)
  // A pending invitation is addressed by its own id.
  const id = person.user_id ?? person.id
  const isPending = person.status === 'pending'
  const mayManage = canManageCollaborator(me, { id: person.user_id, role: person.role })
  // With `mutateAsync`, because the dialog may be closed by then, which drops the callbacks of `mutate`.
  const failed = (fallback: string) => (error: unknown) => {
    toast.error(messageOf(error, fallback))
  }
  // Not "Undo": assignments and claims that have ended do not return.
  const sayRemoved = () => {
    toast(isPending ? `Invitation to ${person.email} canceled` : `${person.name} no longer has access`, {
      action: {
        label: isPending ? 'Invite again' : 'Share again',
        onClick: () =>
          void add
            .mutateAsync({ email: person.email, role: person.role })
            .catch(failed(`Failed to add ${person.email}`)),
      },
    })
  }
  const picture = isPending ? (
    <span aria-hidden className="inline-flex size-7 items-center justify-center rounded-full bg-idle-soft text-muted">
      <Mail size={14} />
    </span>
  ) : (
    <Avatar name={person.name} src={person.avatar_url} />
  )
  return (
    <Row
      picture={picture}
      name={isPending ? person.email : person.name}
      email={isPending ? invitationState(person.expires_at) : person.email}
      isMe={person.user_id === me.id}
    >
      {person.invite_url && !isExpired(person.expires_at) && <CopyLink url={person.invite_url} />}
      {(person.invite_url || (mayManage && isPending && isExpired(person.expires_at))) && (
        <Button
          size="sm"
          variant="ghost"
          busy={renew.isPending}
          onClick={() =>
            renew
              .mutateAsync(id)
              .then(() => toast.success('Invitation renewed for 7 days'), failed('Failed to renew invitation'))
          }
        >
          Renew
        </Button>
      )}
      {mayManage ? (
        <Select
          variant="quiet"
          label={`Role of ${person.name || person.email}`}
          value={person.role}
          options={roleOptions(me.role)}
          onChange={(role) => void setRole.mutateAsync({ id, role }).catch(failed('Failed to change role'))}
        />
      ) : (
        <span className="px-2 text-13 text-muted">{ROLE_LABEL[person.role]}</span>
      )}
      {mayManage && (
        <IconButton
          size="sm"
          label={`Remove ${person.name || person.email}`}
          icon={<X size={15} aria-hidden />}
          busy={remove.isPending}
          onClick={() => void remove.mutateAsync(id).then(sayRemoved, failed('Failed to remove collaborator'))}
        />
      )}
    </Row>
  )
}

const DAY_MS = 86_400_000

const isExpired = (expires_at: string | null): boolean => expires_at !== null && Date.parse(expires_at) <= Date.now()

const invitationState = (expires_at: string | null): string => {
  if (expires_at === null) return 'Invitation pending'
  const days = Math.ceil((Date.parse(expires_at) - Date.now()) / DAY_MS)
  if (days <= 0) return 'Invitation expired'
  return `Expires in ${days === 1 ? '1 day' : `${days} days`}`
}

interface RowProps {
  picture: ReactNode
  name: string
  email: string
  isMe: boolean
  children: ReactNode
}

function Row({ picture, name, email, isMe, children }: RowProps) {
  return (
    <li className="flex min-h-12 flex-wrap items-center gap-x-3 gap-y-1 py-1">
      {picture}
      <div className="flex min-w-32 flex-1 flex-col">
        <span title={name} className="truncate text-13">
          {name}
          {isMe && <span className="text-muted"> (you)</span>}
        </span>
        <span title={email} className="truncate text-12 text-muted">
          {email}
        </span>
      </div>
      <div className="ml-auto flex items-center gap-1">{children}</div>
    </li>
  )
}

function CopyLink({ url }: { url: string }) {
  const { copied, copy } = useCopy({ failure: 'Failed to copy link to clipboard' })
  return (
    <Button
      size="sm"
      variant="ghost"
      icon={copied ? <Check size={14} aria-hidden className="text-done-ink" /> : <Copy size={14} aria-hidden />}
      onClick={() => copy(url)}
    >
      {copied ? 'Copied' : 'Copy link'}
    </Button>
  )
}
