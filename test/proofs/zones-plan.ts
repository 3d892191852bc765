/** Where sitters are: an hour of summer, another rule, half an hour of summer, and a day ahead of everybody. */
export const zones = ['Europe/London', 'America/New_York', 'Australia/Lord_Howe', 'Pacific/Kiritimati']
/** First days of three nights: London's summer begins, and a leap day. */
export const stays = ['2027-03-27', '2028-02-28']
/** The same, the turn of a year, and every other change of the clock in these places. */
export const longStays = [
  ...stays,
  '2027-03-13',
  '2027-04-03',
  '2027-10-02',
  '2027-10-30',
  '2027-11-06',
  '2027-12-30',
  '2028-02-27',
]
/** Where servers are. */
export const serverZones = ['UTC', 'America/Los_Angeles', 'Pacific/Kiritimati']
