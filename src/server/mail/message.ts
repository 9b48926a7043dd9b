/** A mail ready to go. */
export type MailMessage = { from: string; to: string; subject: string; html: string; text: string }

/** Brings one mail on its way. Throws when it should be tried again. */
export type Deliver = (message: MailMessage) => Promise<void>
