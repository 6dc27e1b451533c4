// Validation before a request is sent. Returns the message to show, or null.

export function nameProblem(name: string): string | null {
  if (name.trim() === '') return 'Name is required'
  return name.trim().length < 2 ? 'Name must be at least 2 characters' : null
}
