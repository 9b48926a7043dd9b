import { useQueryClient } from '@tanstack/react-query'
import { KeyRound } from 'lucide-react'
import { useEffect, useState } from 'react'
import { toast } from 'sonner'
import { providerName } from '#shared/provider-name.ts'
import { NameForm } from '#web/features/account/name-form.tsx'
import { useStepUp } from '#web/features/account/step-up/step-up.tsx'
import { usePasskeys } from '#web/features/account/use-account.ts'
import { useAttempt } from '#web/features/account/use-attempt.ts'
import { getSessionId } from '#web/lib/auth/assurance-level.ts'
import { useAuth, useAuthCallback, useUser } from '#web/lib/auth/auth-context.tsx'
import { enabledProviders } from '#web/lib/auth/providers.ts'
import { useClearCallbackParams } from '#web/lib/auth/use-clear-callback-params.ts'
import { useConfig } from '#web/lib/client/config.ts'
import { throwIfError, unwrap } from '#web/lib/client/errors.ts'
import { supabase } from '#web/lib/client/supabase.ts'
import { queryKeys } from '#web/lib/query/query-keys.ts'
import { refetchQueries } from '#web/lib/query/refetch.ts'
import { useSessionStorage } from '#web/lib/storage/session-storage.ts'
import { CallbackError } from '#web/ui/auth/callback-error.tsx'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notices/notice.tsx'
import { SettingsSection } from '#web/ui/settings.tsx'
import { IdentityRow, PasskeyRow } from './identity-row.tsx'

/** Sign-in methods: address, providers, passkeys. The last one cannot be removed. */
export function IdentitiesSection() {
	const { identities = [] } = useUser()
	const config = useConfig()
	const { error, clearError } = useAuthCallback()
	const { problem, attempt } = useAttempt<'link'>()
	// Each setup has its own object: a late answer to a cancelled one must not close another.
	const [adding, setAdding] = useState<object | null>(null)
	const { isOffered, passkeys, refresh } = usePasskeys()
	const linkIdentity = useLinkIdentity()
	useClearCallbackParams(true)
	const canChange = config?.manualLinking === true
	const linked = new Set(identities.map(({ provider }) => provider))
	const unlinked = canChange ? enabledProviders(config).filter((name) => !linked.has(name)) : []
	const link = (provider: string) => {
		clearError()
		void attempt('link', () => linkIdentity(provider))
	}
	return (
		<SettingsSection id="identities" title="Ways to sign in" text="Any of them opens this account. At least one stays.">
			{problem ? <Notice isError>{problem}</Notice> : error ? <CallbackError error={error} /> : null}
			<ul className="ui-rows">
				{identities.map((identity) => (
					<IdentityRow key={identity.identity_id} identity={identity} canUnlink={canChange && identities.length > 1} />
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
						<Button key={provider} onClick={() => link(provider)}>
							Link {providerName(provider)}
						</Button>
					))}
				</div>
			)}
		</SettingsSection>
	)
}

/** Creates a passkey: a name, then the browser's own dialog. */
function AddPasskey({
	taken,
	onMade,
	onDone,
}: {
	taken: readonly string[]
	onMade: () => Promise<void>
	onDone: () => void
}) {
	const withStepUp = useStepUp()
	return (
		<NameForm
			label="A name for the passkey"
			proposal="This device"
			taken={taken}
			submitLabel="Continue in the browser’s window"
			onCancel={onDone}
			onName={async (friendlyName) => {
				const { auth } = await supabase
				const { id } = await withStepUp(async () => unwrap(await auth.registerPasskey()))
				throwIfError(await auth.passkey.update({ passkeyId: id, friendlyName }))
				await onMade()
				onDone()
				toast('Passkey added')
			}}
		/>
	)
}

/**
 * Redirects to a provider to link its identity. The callback brings a new session; the old one is ended, or it would
 * stay in the list of devices.
 */
function useLinkIdentity(): (provider: string) => Promise<void> {
	const { session } = useAuth()
	const withStepUp = useStepUp()
	const queries = useQueryClient()
	const [previousSessionId, setPreviousSessionId] = useSessionStorage<string | null>('plaudit-linking-from', null)
	const currentSessionId = session ? getSessionId(session) : undefined
	const userId = session?.user.id
	useEffect(() => {
		if (!previousSessionId || !currentSessionId || !userId || previousSessionId === currentSessionId) return
		setPreviousSessionId(null)
		const end = async () => {
			await (await supabase).rpc('end_session', { id: previousSessionId })
			await refetchQueries(queries, queryKeys.sessions(userId))
		}
		void end()
	}, [previousSessionId, currentSessionId, userId, setPreviousSessionId, queries])
	return async (provider) => {
		const redirectTo = `${window.location.origin}/dashboard/account`
		const { auth } = await supabase
		// The name comes from the settings; the client's type lists only the providers that it knew.
		await withStepUp(async () => {
			// A reauthentication may have replaced the session that this page was drawn with.
			const { data } = await auth.getSession()
			setPreviousSessionId((data.session && getSessionId(data.session)) ?? null)
			throwIfError(await auth.linkIdentity({ provider: provider as 'google', options: { redirectTo } }))
		})
	}
}
