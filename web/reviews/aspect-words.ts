/** What is rated one by one, in words for whoever reads it. */
export const aspectNames: Record<string, string> = {
  communication: 'Communication',
  care: 'Care',
  home: 'Home and cleanliness',
  asDescribed: 'As described',
  instructions: 'Instructions',
  punctuality: 'Punctuality',
}
