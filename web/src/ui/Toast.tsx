import { Toaster as Sonner } from 'sonner'
import { useTheme } from '../lib/theme.ts'

/** How long a toast stands (point 9). */
const TOAST_MS = 5000

export { toast } from 'sonner'

/** The place where toasts appear; once in the app. A toast with an action is how things are undone. */
export function Toaster() {
  const { dark } = useTheme()
  return (
    <Sonner
      theme={dark ? 'dark' : 'light'}
      position="bottom-right"
      duration={TOAST_MS}
      visibleToasts={4}
      toastOptions={{
        classNames: {
          toast: 'bg-raised! text-ink! border-0! shadow-float! rounded-10! font-sans! text-13! gap-2.5! flex-wrap!',
          // A long action goes below the text instead of squeezing it.
          content: 'flex-1! basis-40!',
          description: 'text-muted!',
          actionButton: 'bg-accent! text-white! rounded-6! h-7! px-2.5! text-12! font-medium!',
          closeButton: 'bg-raised! text-muted! border-line!',
        },
      }}
    />
  )
}
