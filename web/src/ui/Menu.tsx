import { Slot } from 'radix-ui'
import {
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
  type ReactElement,
  type ReactNode,
  Suspense,
  use,
  useId,
  useRef,
} from 'react'
import { lazyPart } from '../lib/lazyPart.ts'
import {
  type CheckProps,
  type ChoiceProps,
  type ItemProps,
  type LinkProps,
  MenuPartsContext,
  type SubProps,
} from './menuParts.ts'
import { usePanel } from './panel.ts'

/** The list of a menu: nothing shows it before the first one opens. */
export const MenuPanel = lazyPart(() => import('./MenuPanel.tsx'), 'MenuPanel')

interface MenuProps {
  /** The button that opens the menu. */
  trigger: ReactElement
  align?: 'start' | 'end'
  /** `right` for long menus opened at a row or a point: beside it, they may use the whole height of the window. */
  side?: 'bottom' | 'right'
  /** Called when the menu has closed. The focus returns to the trigger unless this calls preventDefault. */
  onCloseAutoFocus?: (event: Event) => void
  /** For a menu that is not only opened by its button. */
  open?: boolean
  onOpenChange?: (open: boolean) => void
  children: ReactNode
}

const OPENING_KEYS = ['Enter', ' ', 'ArrowDown']

/** A menu of actions under or beside a button, with arrow keys, Escape and typeahead. */
export function Menu({
  trigger,
  align = 'end',
  side = 'bottom',
  onCloseAutoFocus,
  open: isHeldOpen,
  onOpenChange,
  children,
}: MenuProps) {
  const { open, hasOpened, change, button, panelId, buttonProps } = usePanel({ open: isHeldOpen, onOpenChange })
  const id = useId()
  const isTap = useRef(false)
  return (
    <>
      <Slot.Root
        {...buttonProps}
        id={id}
        aria-haspopup="menu"
        onPointerEnter={MenuPanel.preload}
        onPointerDown={(event: PointerEvent<HTMLElement>) => {
          isTap.current = event.pointerType === 'touch' || event.pointerType === 'pen'
          if (isTap.current || event.button !== 0 || event.ctrlKey || isDisabled(event.currentTarget)) return
          change(!open)
          // Else the focus would go to the button instead of the menu.
          if (!open) event.preventDefault()
        }}
        // On a phone the menu may appear under the finger, and lifting it would choose an item. Screen readers click
        // without a pointer.
        onClick={({ detail }: MouseEvent) => {
          if (isTap.current || detail === 0) change(!open)
          isTap.current = false
        }}
        onKeyDown={(event: KeyboardEvent<HTMLElement>) => {
          if (open && event.key === 'Escape') change(false)
          else if (OPENING_KEYS.includes(event.key)) change(true)
          else return
          event.preventDefault()
        }}
      >
        {trigger}
      </Slot.Root>
      {hasOpened && (
        <Suspense>
          <MenuPanel
            trigger={button}
            triggerId={id}
            panelId={panelId}
            align={align}
            side={side}
            open={open}
            onOpenChange={change}
            onCloseAutoFocus={onCloseAutoFocus}
          >
            {children}
          </MenuPanel>
        </Suspense>
      )}
    </>
  )
}

const isDisabled = (element: HTMLElement) => element.matches(':disabled')

export function MenuItem(props: ItemProps) {
  const parts = use(MenuPartsContext)
  return parts && <parts.Item {...props} />
}

/** An item that links to another page. */
export function MenuLink(props: LinkProps) {
  const parts = use(MenuPartsContext)
  return parts && <parts.Link {...props} />
}

/** A heading inside a menu, which is not an item. */
export function MenuLabel(props: { children: ReactNode }) {
  const parts = use(MenuPartsContext)
  return parts && <parts.Label {...props} />
}

/** An item that opens a submenu. A phone lists the submenu's items under its label instead. */
export function MenuSub(props: SubProps) {
  const parts = use(MenuPartsContext)
  return parts && <parts.Sub {...props} />
}

/** Items of which exactly one is selected, marked with a check. */
export function MenuChoice<T extends string>({ onChange, ...props }: ChoiceProps<T>) {
  const parts = use(MenuPartsContext)
  return parts && <parts.Choice {...props} onChange={(next) => onChange(next as T)} />
}

/** An item that is on or off. The menu stays open, so several can be toggled. */
export function MenuCheck(props: CheckProps) {
  const parts = use(MenuPartsContext)
  return parts && <parts.Check {...props} />
}

export function MenuSeparator() {
  const parts = use(MenuPartsContext)
  return parts && <parts.Separator />
}
