/** "00351 912-345-678" as "+351912345678"; whether it is a number at all is the server's to say. */
export const plainPhone = (typed: string): string => typed.replace(/[\s().\-/]/g, '').replace(/^00/, '+')
