import { slugError } from '#web/lib/forms/slug.ts'
import { useSlugCheck } from '#web/lib/forms/use-availability.ts'
import { TextButton } from '#web/ui/button.tsx'
import { AddressField } from '#web/ui/fields/address-field.tsx'

/** A slug, checked while it is typed; suggests free ones when it is taken. */
export function SlugField({
	slug,
	refused,
	offer,
	strict,
	isClaiming,
	onChange,
}: {
	slug: string
	/** The server's error for this slug. */
	refused?: string
	/** A free slug that the server suggested. */
	offer?: string
	/** Reports unfinished input as an error, too. */
	strict: boolean
	/** True when the slug is being claimed right now. */
	isClaiming: boolean
	onChange: (slug: string) => void
}) {
	const { state, others } = useSlugCheck(slug, { isClaiming })
	const formatProblem = strict || slug ? slugError(slug) : undefined
	const taken = state === 'taken' ? 'Taken.' : undefined
	const problem = formatProblem ?? refused ?? taken
	const offers = offer && !others.includes(offer) ? [offer, ...others] : others
	return (
		<AddressField
			label="Address of your form"
			before={
				<>
					<span className="ui-wide-only">{window.location.host}</span>
					/collect/
				</>
			}
			slug={slug}
			ok={state === 'free' && !refused ? 'Free' : undefined}
			error={
				problem ? (
					<>
						{problem} {formatProblem ? null : <SlugSuggestions offers={offers.slice(0, 2)} onChoose={onChange} />}
					</>
				) : undefined
			}
			onChange={onChange}
		/>
	)
}

function SlugSuggestions({ offers, onChoose }: { offers: string[]; onChoose: (slug: string) => void }) {
	if (offers.length === 0) return null
	return (
		<>
			{offers.map((offer, place) => (
				<span key={offer}>
					{place > 0 ? ' and ' : null}
					<TextButton inheritColor onClick={() => onChoose(offer)}>
						{offer}
					</TextButton>
				</span>
			))}{' '}
			{offers.length > 1 ? 'are' : 'is'} free.
		</>
	)
}
