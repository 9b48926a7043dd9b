import type { UserIdentity } from '@supabase/supabase-js'
import { Building2, Globe, KeyRound, Mail, MessageSquare, Wallet } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { toast } from 'sonner'
import { useAuthArrival, useUser } from '#web/lib/auth-context.tsx'
import { sayAuthError } from '#web/lib/auth-errors.ts'
import { check } from '#web/lib/errors.ts'
import { formatDay } from '#web/lib/format.ts'
import { offeredProviders, providerName } from '#web/lib/provider-names.ts'
import { supabase } from '#web/lib/supabase.ts'
import { useConfig } from '#web/lib/use-config.ts'
import { useForgetCallback } from '#web/lib/use-forget-callback.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/dialog.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { SettingsPart } from '#web/ui/settings.tsx'
import { AddPasskey } from './add-passkey.tsx'
import { PasskeyRow } from './passkey-row.tsx'
import { useStepUp } from './step-up.tsx'
import { renewSession, usePasskeys } from './use-account.ts'

/** The ways in: address, providers, passkeys. The last one stays. */
export function IdentitiesPart() {
	const { identities = [] } = useUser()
	const config = useConfig()
	const { error, clearError } = useAuthArrival()
	const [problem, setProblem] = useState<string>()
	const [adding, setAdding] = useState(false)
	const { isOffered, passkeys, refresh } = usePasskeys()
	useForgetCallback(false)
	const canChange = config?.manualLinking === true
	const linked = new Set(identities.map(({ provider }) => provider))
	const unlinked = canChange ? offeredProviders(config).filter((name) => !linked.has(name)) : []
	const link = async (provider: string) => {
		clearError()
		setProblem(undefined)
		try {
			const redirectTo = `${window.location.origin}/dashboard/account`
			const { auth } = await supabase
			check(
				await auth.linkIdentity({
					provider: provider as 'google',
					options: { redirectTo },
				}),
			)
		} catch (reason) {
			setProblem(sayAuthError(reason))
		}
	}
	const said = problem ?? (error ? sayAuthError(error) : undefined)
	return (
		<SettingsPart
			id="identities"
			title="Ways to sign in"
			words="Any of them opens this account. At least one stays."
		>
			{said ? <Notice bad>{said}</Notice> : null}
			<ul className="ui-rows">
				{identities.map((identity) => (
					<IdentityRow
						key={identity.identity_id}
						identity={identity}
						canUnlink={canChange && identities.length > 1}
					/>
				))}
				{passkeys.map((passkey) => (
					<PasskeyRow key={passkey.id} passkey={passkey} onGone={refresh} />
				))}
			</ul>
			{adding ? (
				<AddPasskey
					taken={passkeys.map(({ friendly_name: name }) => name ?? '')}
					onMade={refresh}
					onDone={() => setAdding(false)}
				/>
			) : (
				<div className="ui-buttons">
					{isOffered && 'PublicKeyCredential' in window ? (
						<Button onClick={() => setAdding(true)}>
							<KeyRound size={16} aria-hidden="true" />
							Add a passkey
						</Button>
					) : null}
					{unlinked.map((provider) => (
						<Button key={provider} onClick={() => void link(provider)}>
							Link {providerName(provider)}
						</Button>
					))}
				</div>
			)}
		</SettingsPart>
	)
}

function IdentityRow({ identity, canUnlink }: { identity: UserIdentity; canUnlink: boolean }) {
	const confirmed = useStepUp()
	const [asking, setAsking] = useState(false)
	const [busy, setBusy] = useState(false)
	const { name, icon, detail } = wordsOf(identity)
	const unlink = async () => {
		setBusy(true)
		try {
			const client = await supabase
			await confirmed(async () => check(await client.auth.unlinkIdentity(identity)))
			await renewSession()
			toast(`${name} unlinked`)
		} catch (error) {
			toast(sayAuthError(error))
		} finally {
			setBusy(false)
			setAsking(false)
		}
	}
	return (
		<li className="ui-line">
			{icon}
			<div>
				<p>
					<strong>{name}</strong>
				</p>
				<p className="ui-quiet ui-small">
					<bdi>{detail}</bdi>
					{identity.provider !== 'email' && identity.created_at
						? `${detail ? ', l' : 'L'}inked on ${formatDay(identity.created_at)}`
						: null}
				</p>
			</div>
			{canUnlink ? (
				<Button size="tiny" busy={busy} onClick={() => setAsking(true)}>
					Unlink
				</Button>
			) : null}
			<ConfirmDialog
				open={asking}
				onOpenChange={setAsking}
				title={`Unlink ${name}?`}
				description="It does not open this account any more. The other ways stay."
				confirm="Unlink"
				busy={busy}
				onConfirm={() => void unlink()}
			/>
		</li>
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
			name: 'Solana wallet',
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
