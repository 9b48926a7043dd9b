import { useState } from 'react'
import type { WallRow } from '#shared/rows.ts'
import type { WallSharing } from '#shared/wall/wall.ts'
import { displayUrl, publicUrl } from '#web/lib/spaces/public-url.ts'
import { truncateText } from '#web/public/wall/typesetting.ts'
import { Checkbox } from '#web/ui/fields/choice.tsx'
import { TextAreaField } from '#web/ui/fields/text-field.tsx'
import './sharing-section.css'

type Props = {
	wall: WallRow
	spaceName: string
	sharing: WallSharing
	/** The first testimonial's words: the description where the owner writes none. */
	firstWords: string
	onChange: (sharing: WallSharing) => void
}

/** The wall in search results and in previews of its link. */
export function SharingSection({ wall, spaceName, sharing, firstWords, onChange }: Props) {
	const set = (part: Partial<WallSharing>) => onChange({ ...sharing, ...part })
	const title = sharing.page_title.trim() || `What people say about ${spaceName}`
	const description = sharing.page_description.trim() || truncateText(firstWords, 120)
	return (
		<section className="sharing">
			<h2 className="ui-section-title studio-head">Search and sharing</h2>
			<LinkPreview wall={wall} title={title} description={description} />
			<TextAreaField
				label="Description"
				rows={3}
				maxLength={300}
				placeholder="The first words of the wall"
				dir="auto"
				value={sharing.page_description}
				onChange={(event) => set({ page_description: event.target.value.replace(/\s*\n\s*/g, ' ') })}
			/>
			<Checkbox checked={!sharing.noindex} onChange={(event) => set({ noindex: !event.target.checked })}>
				Search engines may list it
				<span className="ui-quiet ui-small">
					Otherwise neither the wall nor the testimonials that only it shows are in the sitemap.
				</span>
			</Checkbox>
			<Checkbox
				checked={sharing.structured_data}
				disabled={sharing.noindex}
				onChange={(event) => set({ structured_data: event.target.checked })}
			>
				Describe it as reviews for search engines
				<span className="ui-quiet ui-small">
					Without imported and rewarded ones. Google shows no stars for reviews that a business publishes about itself.
				</span>
			</Checkbox>
			<p className="ui-quiet ui-small">
				Feeds of its newest 50: <a href={`${publicUrl.wall(wall.slug)}/feed.atom`}>Atom</a>,{' '}
				<a href={`${publicUrl.wall(wall.slug)}/feed.json`}>JSON</a>
			</p>
		</section>
	)
}

/** The link as chats and networks show it; the picture is that of the published version. */
function LinkPreview(props: { wall: WallRow; title: string; description: string }) {
	const { wall, title, description } = props
	const [failed, setFailed] = useState(false)
	const url = publicUrl.wall(wall.slug)
	return (
		<figure className="sharing-link" aria-label="The shared link">
			{wall.is_published && !failed ? (
				<img
					key={wall.version}
					src={`${url}/card.png?version=${wall.version}`}
					width={1200}
					height={630}
					alt={`${title}, as the link shows it`}
					onError={() => setFailed(true)}
				/>
			) : (
				<p className="ui-quiet ui-small sharing-none">The picture is drawn once the wall is published.</p>
			)}
			<figcaption>
				<span className="ui-quiet ui-small" dir="ltr">
					{displayUrl(url)}
				</span>
				<b dir="auto">{title}</b>
				<span className="ui-quiet ui-small sharing-about" dir="auto">
					{description}
				</span>
			</figcaption>
		</figure>
	)
}
