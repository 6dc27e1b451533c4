import { Check, ChevronRight } from 'lucide-react'
import { DropdownMenu as Radix } from 'radix-ui'
import type { FocusEvent, ReactElement, ReactNode } from 'react'
import { Link } from 'react-router'
import { useMediaQuery } from '../lib/mediaQuery.ts'
import { cx } from './cx.ts'

const PANEL =
  'z-50 max-h-(--radix-dropdown-menu-content-available-height) min-w-44 max-w-72 animate-in overflow-y-auto rounded-10 bg-raised p-1 ' +
  'shadow-float outline-none'
const ITEM =
  'flex h-8 cursor-pointer select-none items-center gap-2.5 rounded-6 px-2 text-13 outline-none data-disabled:cursor-not-allowed ' +
  'data-disabled:opacity-50 data-highlighted:bg-hover data-[state=open]:bg-hover pointer-coarse:h-10 [&_svg]:shrink-0'

interface MenuProps {
  /** The button that opens the menu. */
  trigger: ReactElement
  align?: 'start' | 'end'
  /** Called when the menu has closed. The focus returns to the trigger unless this calls preventDefault. */
  onCloseAutoFocus?: (event: Event) => void
  /** For a menu that is not only opened by its button. */
  open?: boolean
  onOpenChange?: (open: boolean) => void
  children: ReactNode
}

/** Highlights the first item of a menu opened by a key, because Radix does so only for its button. */
function focusFirst({ target, currentTarget, relatedTarget }: FocusEvent<HTMLElement>) {
  if (target !== currentTarget || currentTarget.contains(relatedTarget)) return
  if (currentTarget.matches(':focus-visible'))
    currentTarget.querySelector<HTMLElement>('[role^=menuitem]')?.focus({ preventScroll: true })
}

/** A menu of actions under a button, with arrow keys, Escape and typeahead. */
export function Menu({ trigger, align = 'end', onCloseAutoFocus, children, ...state }: MenuProps) {
  return (
    <Radix.Root modal={false} {...state}>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          align={align}
          sideOffset={4}
          collisionPadding={8}
          className={PANEL}
          {...(onCloseAutoFocus ? { onCloseAutoFocus } : {})}
          // A menu may be inside a clickable row, which must not receive its clicks.
          onClick={(event) => event.stopPropagation()}
          onKeyDown={(event) => event.stopPropagation()}
          onFocus={focusFirst}
        >
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

interface ItemProps {
  icon?: ReactNode
  tone?: 'plain' | 'danger'
  /** The shortcut of the action, shown at the right. */
  keys?: ReactNode
  disabled?: boolean
  onSelect: () => void
  children: ReactNode
}

export function MenuItem({ icon, tone = 'plain', keys, disabled = false, onSelect, children }: ItemProps) {
  return (
    <Radix.Item className={cx(ITEM, tone === 'danger' && 'text-blocked-ink')} disabled={disabled} onSelect={onSelect}>
      <ItemIcon muted={tone === 'plain'}>{icon}</ItemIcon>
      <span className="truncate">{children}</span>
      {keys && <span className="ml-auto pl-4 text-12 text-muted pointer-coarse:hidden">{keys}</span>}
    </Radix.Item>
  )
}

/** An item that links to another page. */
export function MenuLink({ icon, to, children }: { icon?: ReactNode; to: string; children: ReactNode }) {
  return (
    <Radix.Item asChild className={ITEM}>
      <Link to={to}>
        <ItemIcon muted>{icon}</ItemIcon>
        <span className="truncate">{children}</span>
      </Link>
    </Radix.Item>
  )
}

/** A heading inside a menu, which is not an item. */
export function MenuLabel({ children }: { children: ReactNode }) {
  return <Radix.Label className="flex min-w-0 flex-col px-2 py-1.5">{children}</Radix.Label>
}

/** Icons with their own color keep it. */
function ItemIcon({ muted, children }: { muted: boolean; children: ReactNode }) {
  return children && <span className={cx('inline-flex shrink-0', muted && 'text-muted')}>{children}</span>
}

/** An item that opens a submenu. A phone lists the submenu's items under its label instead. */
export function MenuSub({ icon, label, children }: { icon?: ReactNode; label: string; children: ReactNode }) {
  if (useMediaQuery('(max-width: 40rem)'))
    return (
      <>
        <MenuSeparator />
        <Radix.Group>
          <Radix.Label className="px-2 pt-1.5 pb-1 text-12 text-muted">{label}</Radix.Label>
          {children}
        </Radix.Group>
        <MenuSeparator />
      </>
    )
  return (
    <Radix.Sub>
      <Radix.SubTrigger className={ITEM}>
        <ItemIcon muted>{icon}</ItemIcon>
        <span className="truncate">{label}</span>
        <ChevronRight size={14} aria-hidden className="ml-auto text-muted" />
      </Radix.SubTrigger>
      <Radix.Portal>
        <Radix.SubContent sideOffset={2} collisionPadding={8} className={PANEL}>
          {children}
        </Radix.SubContent>
      </Radix.Portal>
    </Radix.Sub>
  )
}

interface ChoiceProps<T extends string> {
  value: T
  options: readonly { value: T; label: string; icon?: ReactNode }[]
  onChange: (value: T) => void
}

/** Items of which exactly one is selected, marked with a check. */
export function MenuChoice<T extends string>({ value, options, onChange }: ChoiceProps<T>) {
  return (
    <Radix.RadioGroup value={value} onValueChange={(next) => onChange(next as T)}>
      {options.map((option) => (
        <Radix.RadioItem key={option.value} value={option.value} className={ITEM}>
          {option.icon}
          {option.label}
          <Radix.ItemIndicator className="ml-auto pl-4">
            <Check size={14} aria-hidden className="text-accent-ink" />
          </Radix.ItemIndicator>
        </Radix.RadioItem>
      ))}
    </Radix.RadioGroup>
  )
}

/** An item that is on or off. The menu stays open, so several can be toggled. */
export function MenuCheck({
  checked,
  onChange,
  children,
}: {
  checked: boolean
  onChange: (checked: boolean) => void
  children: ReactNode
}) {
  return (
    <Radix.CheckboxItem
      checked={checked}
      onCheckedChange={onChange}
      onSelect={(event) => event.preventDefault()}
      className={ITEM}
    >
      {children}
      <Radix.ItemIndicator className="ml-auto pl-4">
        <Check size={14} aria-hidden className="text-accent-ink" />
      </Radix.ItemIndicator>
    </Radix.CheckboxItem>
  )
}

export function MenuSeparator() {
  return <Radix.Separator className="-mx-1 my-1 h-px bg-line" />
}
