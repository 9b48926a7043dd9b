/** Addresses in a mail to a submitter: the origin, the private page, and the page that stops these mails. */
export type SubmitterLinks = { site: string; page: string; unsubscribe: string }
