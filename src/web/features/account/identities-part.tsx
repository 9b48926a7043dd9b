import { KeyRound } from 'lucide-react'
import { useState } from 'react'
import { useAuthArrival, useUser } from '#web/lib/auth-context.tsx'
import { sayAuthError } from '#web/lib/auth-errors.ts'
import { offeredProviders, providerName } from '#web/lib/provider-names.ts'
import { useConfig } from '#web/lib/use-config.ts'
import { useForgetCallback } from '#web/lib/use-forget-callback.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { SettingsPart } from '#web/ui/settings.tsx'
import { AddPasskey } from './add-passkey.tsx'
import { IdentityRow } from './identity-row.tsx'
import { PasskeyRow } from './passkey-row.tsx'
import { usePasskeys } from './use-account.ts'
import { useLinking } from './use-linking.ts'

/** The ways in: address, providers, passkeys. The last one stays. */
export function IdentitiesPart() {
	const { identities = [] } = useUser()
	const config = useConfig()
	const { error, clearError } = useAuthArrival()
	const [problem, setProblem] = useState<string>()
	// An object of its own each time: one that was cancelled may still be answered, and closes nothing.
	const [adding, setAdding] = useState<object | null>(null)
	const { isOffered, passkeys, refresh } = usePasskeys()
	const leaveFor = useLinking()
	useForgetCallback(true)
	const canChange = config?.manualLinking === true
	const linked = new Set(identities.map(({ provider }) => provider))
	const unlinked = canChange ? offeredProviders(config).filter((name) => !linked.has(name)) : []
	const link = async (provider: string) => {
		clearError()
		setProblem(undefined)
		try {
			await leaveFor(provider)
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
					onDone={() => setAdding((now) => (now === adding ? null : now))}
				/>
			) : (
				<div className="ui-buttons">
					{isOffered && 'PublicKeyCredential' in window ? (
						<Button onClick={() => setAdding({})}>
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
