// What is checked before the server is asked (point 5): the sentence to show, or null.

export function nameProblem(name: string): string | null {
  if (name.trim() === '') return 'Name is required'
  return name.trim().length < 2 ? 'Name must be at least 2 characters' : null
}
