/** Links about lost pets. */
export const lostPaths = {
  /** The owner's page for reporting a pet as lost and managing its public page. */
  own: (petId: string) => `/account/pets/${petId}/lost`,
  /** Unlisted: for anybody who has the link. */
  page: (code: string) => `/lost/${code}`,
  poster: (code: string) => `/lost/${code}/poster`,
}
