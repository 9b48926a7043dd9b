import { type Basis, bases } from '#shared/wall/wall.ts'
import { interpolate } from '#web/i18n/messages.ts'
import { verificationMessagesFor } from '#web/i18n/verification-messages.ts'
import type { PageRenderSettings } from './page-render-settings.ts'

/** Explains what the verifications on this page prove. */
export function PageMarks({ settings }: { settings: PageRenderSettings }) {
	const { wall, messages } = settings
	const shown = bases.filter((basis) => wall.items.some((item) => item.basis === basis))
	if (shown.length === 0) return null
	const words = verificationMessagesFor(messages.lang)
	const { name } = wall.space
	return (
		<div className="marks">
			<h3>{words.heading}</h3>
			<dl>
				{shown.map((basis) => (
					<div key={basis}>
						<dt>{markOf(basis, settings)}</dt>
						<dd>{interpolate(words[`why_${basis}`], { space: name })}</dd>
					</div>
				))}
			</dl>
		</div>
	)
}

/** The mark as the items show it, with each provider once. */
function markOf(basis: Basis, { wall, messages }: PageRenderSettings): string {
	const items = wall.items.filter((item) => item.basis === basis)
	const providers = [...new Set(items.map(({ provider }) => provider))].filter(Boolean)
	if (providers.length > 0) return interpolate(messages.signedInWith, { provider: providers.join(', ') })
	return interpolate(messages[`basis_${basis}`], { name: wall.space.name })
}
