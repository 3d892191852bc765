import type { Service, Species } from '#contract/codes.ts'

/** Whom the start script introduces, in the order in which they are printed. */
export const introductions = [
  { firstName: 'Olga', is: 'owner of Rex and Pip, with a stay ahead, one behind her and an open request' },
  { firstName: 'Sam', is: 'sitter with requests waiting for an answer' },
  { firstName: 'Rui', is: 'owner of Miso, who is at Mateus’s right now' },
  { firstName: 'Inês', is: 'sitter whom Olga books again and again' },
  { firstName: 'Tomás', is: 'sitter and retired vet nurse' },
  { firstName: 'Beatriz', is: 'sitter for cats' },
  { firstName: 'Mateus', is: 'sitter with a guest at home' },
  { firstName: 'Leonor', is: 'sitter for anxious dogs' },
  { firstName: 'Eve', is: 'owner of Poe, without a booking so far' },
] as const

/** Beatriz takes only cats at home, but visits and walks dogs at theirs. */
export const castSpecies: Record<string, Partial<Record<Service, Species[]>>> = {
  beatriz: { boarding: ['cat'], drop_in: ['cat', 'dog'], dog_walking: ['dog'] },
}
export const castTags: Record<string, string[]> = { beatriz: ['walks'] }
