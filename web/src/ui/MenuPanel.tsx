import { Check, ChevronRight } from 'lucide-react'
import { DropdownMenu as Radix } from 'radix-ui'
import type { FocusEvent, ReactNode } from 'react'
import { Link } from 'react-router'
import { useMediaQuery } from '../lib/mediaQuery.ts'
import { useCloseRequest } from '../lib/useCloseRequest.ts'
import { cx } from './cx.ts'
import {
  type CheckProps,
  type ChoiceProps,
  type ItemProps,
  type LinkProps,
  type MenuPanelProps,
  type MenuParts,
  MenuPartsContext,
  type SubProps,
} from './menuParts.ts'
import { PANEL, PANEL_PLACE } from './panel.ts'
import { TriggerOf } from './TriggerOf.tsx'
import { keepClearOfToasts } from './toastOffset.ts'
import { useDismissingTap } from './useDismissingTap.ts'

const LIST = cx(PANEL, 'max-h-(--radix-dropdown-menu-content-available-height) min-w-44 max-w-72 overflow-y-auto p-1')
const ITEM =
  'flex h-8 cursor-pointer select-none items-center gap-2.5 rounded-6 px-2 text-13 outline-none data-disabled:cursor-not-allowed ' +
  'data-disabled:opacity-50 data-highlighted:bg-hover data-[state=open]:bg-hover pointer-coarse:h-10 [&_svg]:shrink-0'

/**
 * Highlights the current choice, or the first item of a menu opened by a key, because Radix does so only for its button.
 */
function focusFirst({ target, currentTarget, relatedTarget }: FocusEvent<HTMLElement>) {
  if (target !== currentTarget || currentTarget.contains(relatedTarget)) return
  const find = (selector: string) => currentTarget.querySelector<HTMLElement>(selector)
  const current = find('[role=menuitemradio][aria-checked=true]')
  const first = currentTarget.matches(':focus-visible') ? find('[role^=menuitem]') : null
  ;(current ?? first)?.focus({ preventScroll: true })
}

/** The list of a menu, beside the button that `Menu` renders. */
export function MenuPanel({
  trigger,
  triggerId,
  panelId,
  align,
  side,
  open,
  onOpenChange,
  onCloseAutoFocus,
  children,
}: MenuPanelProps) {
  useDismissingTap(open, () => onOpenChange(false))
  useCloseRequest(open, () => onOpenChange(false))
  return (
    <Radix.Root modal={false} open={open} onOpenChange={onOpenChange}>
      <Radix.Trigger asChild>
        <TriggerOf element={trigger} />
      </Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          // As a sheet it covers the place of the toasts.
          ref={keepClearOfToasts}
          id={panelId}
          aria-labelledby={triggerId}
          align={align}
          side={side}
          {...PANEL_PLACE}
          className={LIST}
          {...(onCloseAutoFocus ? { onCloseAutoFocus } : {})}
          // A menu may be inside a clickable row, which must not receive its clicks.
          onClick={(event) => event.stopPropagation()}
          onKeyDown={(event) => event.stopPropagation()}
          onFocus={focusFirst}
        >
          <MenuPartsContext value={PARTS}>{children}</MenuPartsContext>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

function Item({ icon, tone = 'plain', keys, disabled = false, onSelect, children }: ItemProps) {
  return (
    <Radix.Item className={cx(ITEM, tone === 'danger' && 'text-blocked-ink')} disabled={disabled} onSelect={onSelect}>
      <ItemIcon muted={tone === 'plain'}>{icon}</ItemIcon>
      <span className="truncate">{children}</span>
      {keys && <span className="ml-auto pl-4 text-12 text-muted pointer-coarse:hidden">{keys}</span>}
    </Radix.Item>
  )
}

/** An item that links to another page. */
function PageLink({ icon, to, children }: LinkProps) {
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
function Label({ children }: { children: ReactNode }) {
  return <Radix.Label className="flex min-w-0 flex-col px-2 py-1.5">{children}</Radix.Label>
}

/** Icons with their own color keep it. */
function ItemIcon({ muted, children }: { muted: boolean; children: ReactNode }) {
  return children && <span className={cx('inline-flex shrink-0', muted && 'text-muted')}>{children}</span>
}

/** An item that opens a submenu. A phone lists the submenu's items under its label instead. */
function Sub({ icon, label, children }: SubProps) {
  if (useMediaQuery('(max-width: 40rem), (pointer: coarse) and (max-height: 30rem)'))
    return (
      <>
        <Separator />
        <Radix.Group>
          <Radix.Label className="px-2 pt-1.5 pb-1 text-12 text-muted">{label}</Radix.Label>
          {children}
        </Radix.Group>
        <Separator />
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
        <Radix.SubContent {...PANEL_PLACE} sideOffset={2} className={LIST}>
          {children}
        </Radix.SubContent>
      </Radix.Portal>
    </Radix.Sub>
  )
}

/** Items of which exactly one is selected, marked with a check. */
function Choice({ value, options, onChange }: ChoiceProps<string>) {
  return (
    <Radix.RadioGroup value={value} onValueChange={onChange}>
      {options.map((option) => (
        <Radix.RadioItem
          key={option.value}
          value={option.value}
          className={cx(ITEM, option.hint && 'h-auto min-h-8 py-1.5 pointer-coarse:h-auto')}
        >
          {option.icon}
          {option.hint ? (
            <span className="flex min-w-0 flex-col">
              {option.label}
              <span className="text-12 text-muted">{option.hint}</span>
            </span>
          ) : (
            option.label
          )}
          <Radix.ItemIndicator className="ml-auto pl-4">
            <Check size={14} aria-hidden className="text-accent-ink" />
          </Radix.ItemIndicator>
        </Radix.RadioItem>
      ))}
    </Radix.RadioGroup>
  )
}

/** An item that is on or off. The menu stays open, so several can be toggled. */
function CheckItem({ checked, onChange, children }: CheckProps) {
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

function Separator() {
  return <Radix.Separator className="-mx-1 my-1 h-px bg-line [[role=separator]+&]:hidden" />
}

const PARTS: MenuParts = { Item, Link: PageLink, Label, Sub, Choice, Check: CheckItem, Separator }
