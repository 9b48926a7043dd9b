import type { UserIdentity } from '@supabase/supabase-js'
import { Building2, Globe, Mail, MessageSquare, Wallet } from 'lucide-react'
import type { ReactNode } from 'react'
import { check } from '#web/lib/errors.ts'
import { formatDay } from '#web/lib/format.ts'
import { providerName } from '#web/lib/provider-names.ts'
import { supabase } from '#web/lib/supabase.ts'
import { RemovableRow } from './removable-row.tsx'
import { renewSession } from './use-account.ts'

/** One way to sign in, and the way to take it away where another one stays. */
export function IdentityRow({
	identity,
	canUnlink,
}: {
	identity: UserIdentity
	canUnlink: boolean
}) {
	const { name, icon, detail } = wordsOf(identity)
	const { provider, created_at } = identity
	return (
		<RemovableRow
			icon={icon}
			name={name}
			facts={
				<>
					<bdi>{detail}</bdi>
					{provider !== 'email' && created_at
						? `${detail ? ', l' : 'L'}inked on ${formatDay(created_at)}`
						: null}
				</>
			}
			word="Unlink"
			question={`Unlink ${name}?`}
			outcome="It does not open this account any more. The other ways stay."
			remove={
				canUnlink
					? async (confirmed) => {
							const client = await supabase
							await confirmed(async () => check(await client.auth.unlinkIdentity(identity)))
							await renewSession()
							return `${name} unlinked`
						}
					: undefined
			}
		/>
	)
}

type Words = { name: string; icon: ReactNode; detail: string }

function wordsOf({ provider, identity_data: data = {} }: UserIdentity): Words {
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
			detail: shortened(text('sub').split(':').at(-1) ?? ''),
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

function shortened(address: string): string {
	return address.length > 12 ? `${address.slice(0, 4)}…${address.slice(-4)}` : address
}
