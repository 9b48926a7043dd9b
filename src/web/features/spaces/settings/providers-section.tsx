import { providerName } from '#shared/provider-name.ts'
import { enabledProviders } from '#web/lib/auth/providers.ts'
import { useConfig } from '#web/lib/client/config.ts'
import { SettingsSection } from '#web/ui/settings.tsx'

/** The providers with which visitors of every form may show who they are. */
export function ProvidersSection() {
	const names = enabledProviders(useConfig()).map(providerName)
	return (
		<SettingsSection
			id="providers"
			title="Accounts elsewhere"
			text="On your forms, visitors may show who they are by an account that they have. It is their choice, and makes no account here."
		>
			{names.length > 0 ? (
				<p>
					Visitors may sign in with <strong>{new Intl.ListFormat('en', { type: 'disjunction' }).format(names)}</strong>.
				</p>
			) : (
				<p className="ui-quiet">
					No provider is set up. The operator of this installation switches one on with its client id and secret, for
					example <code>GOOGLE_CLIENT_ID</code> and <code>GOOGLE_CLIENT_SECRET</code>.
				</p>
			)}
		</SettingsSection>
	)
}
