import { type AddedEntry, LineField, LinkField } from './line-field.tsx'

/** The author: name, title, company, website. */
export function PersonFields(entry: AddedEntry) {
	return (
		<div className="added-two">
			<LineField entry={entry} name="name" label="Name" aside={undefined} />
			<LineField entry={entry} name="title" label="Title" placeholder="Baker" />
			<LineField entry={entry} name="company" label="Company" placeholder="Night Oven" />
			<LinkField entry={entry} name="url" label="Website" />
		</div>
	)
}
