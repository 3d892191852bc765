/** Labels of the rated aspects, for readers. */
export const aspectNames: Record<string, string> = {
  communication: 'Communication',
  care: 'Care',
  home: 'Home and cleanliness',
  asDescribed: 'As described',
  instructions: 'Instructions',
  punctuality: 'Punctuality',
}
