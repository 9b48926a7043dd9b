import { BadgeCheck, UserCheck } from 'lucide-react'
import { providerName } from '#shared/provider-name.ts'
import { bases, checkedBases } from '#shared/wall/wall.ts'
import { english as meanings } from '#web/i18n/en/verification.ts'
import { english as marks } from '#web/i18n/en/wall.ts'
import { interpolate } from '#web/i18n/messages.ts'
import { enabledProviders } from '#web/lib/auth/providers.ts'
import { usePageTitle } from '#web/lib/browser/use-page-title.ts'
import { useConfig } from '#web/lib/client/config.ts'
import { useSpace } from '#web/lib/spaces/space-context.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { SettingsHead, SettingsSection } from '#web/ui/settings.tsx'
import { OrderKeySection } from './order-key-section.tsx'
import './verification-page.css'

/** /dashboard/space/verification: what each mark proves, and the key that signs order links. */
export function Page() {
	const { space, isOwner } = useSpace()
	usePageTitle('Verification', space.name)
	return (
		<>
			<SettingsHead title="Verification">
				How it is known who wrote a testimonial. The server sets these marks; nobody edits them.
			</SettingsHead>
			<SettingsSection
				id="marks"
				title="What the marks prove"
				text="The strongest one of a testimonial is shown, in words, on walls and in the inbox."
			>
				<ul className="ui-stack basis-list">
					{bases.map((basis) => (
						<li key={basis}>
							<Badge
								tone={checkedBases.includes(basis) ? 'seal' : undefined}
								icon={
									checkedBases.includes(basis) ? (
										<BadgeCheck size={16} aria-hidden="true" />
									) : (
										<UserCheck size={16} aria-hidden="true" />
									)
								}
							>
								{interpolate(marks[`basis_${basis}`], { name: space.name })}
							</Badge>
							<p className="ui-quiet">{interpolate(meanings[`why_${basis}`], { space: space.name })}</p>
						</li>
					))}
				</ul>
			</SettingsSection>
			{isOwner ? <OrderKeySection spaceId={space.id} /> : null}
			<ProvidersSection />
		</>
	)
}

/** The providers with which visitors of every form may show who they are. */
function ProvidersSection() {
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
