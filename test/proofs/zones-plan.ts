/** Time zones of sitters: one hour of summer time, another rule, half an hour of summer time, and UTC+14. */
export const zones = ['Europe/London', 'America/New_York', 'Australia/Lord_Howe', 'Pacific/Kiritimati']
/** First days of three nights: the start of London's summer time, and a leap day. */
export const stays = ['2027-03-27', '2028-02-28']
/** The same, the turn of a year, and every other clock change in these zones. */
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
/** Time zones of servers. */
export const serverZones = ['UTC', 'America/Los_Angeles', 'Pacific/Kiritimati']
