import type { ComponentProps } from 'react'
import { NODE_ACTIONS, type NodeActionId } from '../../actions/nodeActionTable.ts'
import { Button } from '../../ui/Button.tsx'

/** A button of the bar. In a narrow bar only screen readers get its label. */
export function ToolButton({ of, ...rest }: { of: NodeActionId } & ComponentProps<'button'>) {
  const { label, Icon } = NODE_ACTIONS[of]
  return (
    <Button
      variant="ghost"
      size="sm"
      icon={<Icon size={15} aria-hidden />}
      title={label}
      className="@max-[760px]:px-2 pointer-coarse:@max-[760px]:min-w-10"
      {...rest}
    >
      <span className="@max-[760px]:sr-only">{label}</span>
    </Button>
  )
}
