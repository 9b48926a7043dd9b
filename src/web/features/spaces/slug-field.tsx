import { slugProblem } from '#web/lib/slug.ts'
import { useSlugCheck } from '#web/lib/slug-check.ts'
import { AddressField } from '#web/ui/address-field.tsx'
import { TextButton } from '#web/ui/button.tsx'

/** The last part of a public address, checked while it is typed; offers free ones when it is taken. */
export function SlugField({
	label,
	prefix,
	slug,
	refused,
	offer,
	strict,
	isClaiming,
	onChange,
}: {
	label: string
	prefix: string
	slug: string
	/** The server's sentence when it refused this slug. */
	refused?: string
	/** A free one that the server proposed. */
	offer?: string
	/** Complains about what is unfinished, too. */
	strict: boolean
	/** It is being taken at this moment. */
	isClaiming: boolean
	onChange: (slug: string) => void
}) {
	const { state, others } = useSlugCheck(slug, { isClaiming })
	const wrong = strict || slug ? slugProblem(slug) : undefined
	const taken = state === 'taken' ? 'Taken.' : undefined
	const problem = wrong ?? refused ?? taken
	const offers = offer && !others.includes(offer) ? [offer, ...others] : others
	return (
		<AddressField
			label={label}
			before={
				<>
					<span className="ui-wide-only">{window.location.host}</span>
					{prefix}
				</>
			}
			slug={slug}
			ok={state === 'free' && !refused ? 'Free' : undefined}
			error={
				problem ? (
					<>
						{problem} {wrong ? null : <Offers offers={offers.slice(0, 2)} onChoose={onChange} />}
					</>
				) : undefined
			}
			onChange={onChange}
		/>
	)
}

function Offers({ offers, onChoose }: { offers: string[]; onChoose: (slug: string) => void }) {
	if (offers.length === 0) return null
	return (
		<>
			{offers.map((offer, place) => (
				<span key={offer}>
					{place > 0 ? ' and ' : null}
					<TextButton same onClick={() => onChoose(offer)}>
						{offer}
					</TextButton>
				</span>
			))}{' '}
			{offers.length > 1 ? 'are' : 'is'} free.
		</>
	)
}
