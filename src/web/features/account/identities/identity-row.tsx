import type { UserIdentity } from '@supabase/supabase-js'
import { Building2, Globe, KeyRound, type LucideIcon, Mail, MessageSquare, Wallet } from 'lucide-react'
import { providerName } from '#shared/provider-name.ts'
import { RemovableRow } from '#web/features/account/removable-row.tsx'
import { type Passkey, refreshSession } from '#web/features/account/use-account.ts'
import { throwIfError } from '#web/lib/client/errors.ts'
import { supabase } from '#web/lib/client/supabase.ts'
import { formatDate, formatRelative } from '#web/lib/format/format-time.ts'

/** One sign-in method, with a button to remove it unless it is the last. */
export function IdentityRow({ identity, canUnlink }: { identity: UserIdentity; canUnlink: boolean }) {
	const { name, Icon, detail } = describeIdentity(identity)
	const { provider, created_at } = identity
	return (
		<RemovableRow
			icon={<Icon size={16} aria-hidden="true" />}
			name={name}
			details={
				<>
					<bdi>{detail}</bdi>
					{provider !== 'email' && created_at ? `${detail ? ', l' : 'L'}inked on ${formatDate(created_at)}` : null}
				</>
			}
			action="Unlink"
			question={`Unlink ${name}?`}
			outcome="It does not open this account any more. The other ways stay."
			remove={
				canUnlink
					? async (confirmed) => {
							const client = await supabase
							await confirmed(async () => throwIfError(await client.auth.unlinkIdentity(identity)))
							await refreshSession()
							return `${name} unlinked`
						}
					: undefined
			}
		/>
	)
}

type IdentityDescription = { name: string; Icon: LucideIcon; detail: string }

function describeIdentity({ provider, identity_data: data = {} }: UserIdentity): IdentityDescription {
	const text = (key: string) => (typeof data[key] === 'string' ? data[key] : '')
	const detail = text('email') || text('user_name') || text('name')
	if (provider === 'email') return { name: 'E-mail', Icon: Mail, detail }
	if (provider === 'phone')
		return { name: 'Phone', Icon: MessageSquare, detail: text('phone') && `+${text('phone').replace(/^\+/, '')}` }
	if (provider === 'web3')
		return {
			name: 'Solana wallet',
			Icon: Wallet,
			detail: shortenAddress(text('sub').split(':').at(-1) ?? ''),
		}
	if (provider.startsWith('sso:')) return { name: 'Single sign-on', Icon: Building2, detail }
	return { name: providerName(provider), Icon: Globe, detail }
}

function shortenAddress(address: string): string {
	return address.length > 12 ? `${address.slice(0, 4)}…${address.slice(-4)}` : address
}

/** One passkey with its name and dates, and a button to remove it. */
export function PasskeyRow({ passkey, onGone }: { passkey: Passkey; onGone: () => Promise<void> }) {
	const { created_at, last_used_at } = passkey
	const name = passkey.friendly_name || 'Passkey'
	return (
		<RemovableRow
			icon={<KeyRound size={16} aria-hidden="true" />}
			name={name}
			details={
				<>
					Passkey, added {formatDate(created_at)}
					{last_used_at ? `, used ${formatRelative(last_used_at)}` : null}
				</>
			}
			action="Remove"
			question={
				<>
					Remove the passkey “<bdi>{name}</bdi>”?
				</>
			}
			outcome="It does not open this account any more. Remove it from your device as well, or it will still be offered there."
			remove={async (confirmed) => {
				const { passkey: passkeyApi } = (await supabase).auth
				await confirmed(async () => throwIfError(await passkeyApi.delete({ passkeyId: passkey.id })))
				await onGone()
				return 'Passkey removed'
			}}
		/>
	)
}
