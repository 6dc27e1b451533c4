import { ChevronDown, Plus, Sparkles, Upload } from 'lucide-react'
import { Button } from '../ui/Button.tsx'
import { Menu, MenuLink } from '../ui/Menu.tsx'

const ICON = { size: 16, 'aria-hidden': true } as const

/** Creates a plan from any page, with AI or manually. */
export function CreateMenu() {
  return (
    <Menu
      trigger={
        <Button
          aria-label="Create"
          title="Create Plan"
          className="gap-1.5 max-lg:size-9 max-lg:px-0 pointer-coarse:max-lg:size-11"
        >
          <Plus {...ICON} />
          <span className="max-lg:hidden">Create</span>
          <ChevronDown size={14} aria-hidden className="text-muted max-lg:hidden" />
        </Button>
      }
    >
      <MenuLink to="/plans/ai-create" icon={<Sparkles {...ICON} />}>
        Create with AI
      </MenuLink>
      <MenuLink to="/plans/new" icon={<Plus {...ICON} />}>
        Create Manually
      </MenuLink>
      <MenuLink to="/plans/import" icon={<Upload {...ICON} />}>
        Import
      </MenuLink>
    </Menu>
  )
}
