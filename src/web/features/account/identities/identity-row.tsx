import type { UserIdentity } from '@supabase/supabase-js'
import { Building2, Globe, Mail, MessageSquare, Wallet } from 'lucide-react'
import type { ReactNode } from 'react'
import { RemovableRow } from '#web/features/account/removable-row.tsx'
import { refreshSession } from '#web/features/account/use-account.ts'
import { providerName } from '#web/lib/auth/providers.ts'
import { throwIfError } from '#web/lib/client/errors.ts'
import { supabase } from '#web/lib/client/supabase.ts'
import { formatDay } from '#web/lib/format/format.ts'

/** One sign-in method, with a button to remove it unless it is the last. */
export function IdentityRow({ identity, canUnlink }: { identity: UserIdentity; canUnlink: boolean }) {
	const { name, icon, detail } = describeIdentity(identity)
	const { provider, created_at } = identity
	return (
		<RemovableRow
			icon={icon}
			name={name}
			facts={
				<>
					<bdi>{detail}</bdi>
					{provider !== 'email' && created_at ? `${detail ? ', l' : 'L'}inked on ${formatDay(created_at)}` : null}
				</>
			}
			word="Unlink"
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

type IdentityDescription = { name: string; icon: ReactNode; detail: string }

function describeIdentity({ provider, identity_data: data = {} }: UserIdentity): IdentityDescription {
	const text = (key: string) => (typeof data[key] === 'string' ? data[key] : '')
	const detail = text('email') || text('user_name') || text('name')
	if (provider === 'email')
		return {
			name: 'E-mail',
			icon: <Mail size={16} aria-hidden="true" />,
			detail,
		}
	if (provider === 'phone')
		return {
			name: 'Phone',
			icon: <MessageSquare size={16} aria-hidden="true" />,
			detail: text('phone') && `+${text('phone').replace(/^\+/, '')}`,
		}
	if (provider === 'web3')
		return {
			name: text('sub').startsWith('web3:ethereum:') ? 'Ethereum wallet' : 'Solana wallet',
			icon: <Wallet size={16} aria-hidden="true" />,
			detail: shortenAddress(text('sub').split(':').at(-1) ?? ''),
		}
	if (provider.startsWith('sso:'))
		return {
			name: 'Single sign-on',
			icon: <Building2 size={16} aria-hidden="true" />,
			detail,
		}
	return {
		name: providerName(provider),
		icon: <Globe size={16} aria-hidden="true" />,
		detail,
	}
}

function shortenAddress(address: string): string {
	return address.length > 12 ? `${address.slice(0, 4)}…${address.slice(-4)}` : address
}
