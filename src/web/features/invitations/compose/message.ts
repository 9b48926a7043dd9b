/** The owner's words of an invitation, with placeholders. */
export type Message = { subject: string; message: string }
