import type { User } from '@supabase/supabase-js'
import { SettingsPart } from '#web/ui/settings.tsx'

/** Whether a company's sign-on keeps this person's address and password. */
export function isManaged({ app_metadata: { provider } }: User): boolean {
	return provider?.startsWith('sso:') ?? false
}

/** Stands for address, phone and password where a company keeps them. */
export function ManagedPart({ user }: { user: User }) {
	return (
		<SettingsPart id="email" title="E-mail and password" words="You sign in with your company.">
			<p>
				<bdi>{user.email}</bdi>
			</p>
			<p className="ui-quiet">
				Your organisation manages address and password. Ask whoever runs its sign-on to change them.
			</p>
		</SettingsPart>
	)
}
