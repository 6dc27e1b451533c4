import { type ComponentType, createContext, type ReactNode, type RefObject } from 'react'

export interface MenuPanelProps {
  /** The button, and its id. */
  trigger: RefObject<HTMLElement | null>
  triggerId: string
  panelId: string
  align: 'start' | 'end'
  side: 'bottom' | 'right'
  open: boolean
  onOpenChange: (open: boolean) => void
  onCloseAutoFocus?: ((event: Event) => void) | undefined
  children: ReactNode
}

export interface ItemProps {
  icon?: ReactNode
  tone?: 'plain' | 'danger'
  /** The shortcut of the action, shown at the right. */
  keys?: ReactNode
  disabled?: boolean
  onSelect: () => void
  children: ReactNode
}

export interface LinkProps {
  icon?: ReactNode
  to: string
  children: ReactNode
}

export interface SubProps {
  icon?: ReactNode
  label: string
  children: ReactNode
}

export interface ChoiceProps<T extends string> {
  value: T
  /** A hint is shown below its label. */
  options: readonly { value: T; label: string; icon?: ReactNode; hint?: string }[]
  onChange: (value: T) => void
}

export interface CheckProps {
  checked: boolean
  onChange: (checked: boolean) => void
  children: ReactNode
}

/** What a menu consists of. Loaded with its panel. */
export interface MenuParts {
  Item: ComponentType<ItemProps>
  Link: ComponentType<LinkProps>
  Label: ComponentType<{ children: ReactNode }>
  Sub: ComponentType<SubProps>
  Choice: ComponentType<ChoiceProps<string>>
  Check: ComponentType<CheckProps>
  Separator: ComponentType
}

export const MenuPartsContext = createContext<MenuParts | null>(null)
