import type { AccountsContext } from '#platform/auth/accounts/accounts-context.ts'
import type { Hooks } from './hooks/hooks.ts'
import type { SmsSender } from './sms/sms-sender.ts'

/** Dependencies of mails, text messages and hooks. */
export type DeliveryContext = AccountsContext & { hooks: Hooks; sms: SmsSender }
