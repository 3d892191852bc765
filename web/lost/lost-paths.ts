/** Links about lost pets. */
export const lostPaths = {
  /** Where a pet is reported as lost, and where its page is looked after. */
  own: (petId: string) => `/account/pets/${petId}/lost`,
  /** Unlisted: for everybody who has the address. */
  page: (code: string) => `/lost/${code}`,
  poster: (code: string) => `/lost/${code}/poster`,
}
