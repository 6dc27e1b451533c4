// Labels of roles.
import type { CollaboratorRole } from '@cairn/contract/api/collaborators'
import type { PlanRole } from '@cairn/contract/rules/permissions'

export const ROLE_LABEL: Record<PlanRole, string> = {
  owner: 'Owner',
  admin: 'Admin',
  editor: 'Editor',
  commenter: 'Commenter',
  viewer: 'Viewer',
}

export const ROLE_HINT: Record<CollaboratorRole, string> = {
  admin: 'Can edit and share',
  editor: 'Can edit',
  commenter: 'Can comment',
  viewer: 'Can view',
}
