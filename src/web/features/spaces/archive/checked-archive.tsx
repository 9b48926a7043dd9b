import { useState } from 'react'
import type { ArchiveImportRow } from '#shared/rows.ts'
import { SlugField } from '#web/features/spaces/start/slug-field.tsx'
import { useUser } from '#web/lib/auth/auth-context.tsx'
import { errorCode, errorHint, errorMessage } from '#web/lib/client/errors.ts'
import { formatCount, formatList, formatNumber, formatSize } from '#web/lib/format/format.ts'
import { slugError } from '#web/lib/forms/slug.ts'
import { isSlugRefused } from '#web/lib/forms/use-availability.ts'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/fields/choice.tsx'
import { Notice } from '#web/ui/notices/notice.tsx'
import { CheckLine } from './check-line.tsx'
import { useLoadArchive, useRemoveArchive } from './use-archive.ts'

/** The contents of an archive, its address here and its members; the button that loads it. */
export function CheckedArchive({ row }: { row: ArchiveImportRow }) {
	const { about } = row
	const user = useUser()
	const load = useLoadArchive(row)
	const remove = useRemoveArchive(row)
	const [slug, setSlug] = useState(row.slug ?? about.slug ?? '')
	const [inviting, setInviting] = useState(false)
	const taken = about.taken ?? []
	const members = about.members ?? []
	const refusal = load.error ?? remove.error
	const isRefused = isSlugRefused(load.error)
	// Slugs of further forms and walls are taken: another first slug changes them, too.
	const others = slug === about.slug ? taken.filter((one) => one !== slug) : []
	return (
		<>
			<div className="archive-two">
				<section aria-labelledby="archive-checks">
					<h2 className="ui-section-title" id="archive-checks">
						Looked at
					</h2>
					<ul className="archive-checks">
						<CheckLine title="It is whole">{formatCount(about.parts ?? 0, 'part')}, every checksum right</CheckLine>
						<CheckLine title="This Plaudit can read it">Made by Plaudit {about.plaudit}</CheckLine>
						<CheckLine title="There is room">{formatSize(about.bytes ?? 0)} when unpacked</CheckLine>
					</ul>
				</section>
				<section aria-labelledby="archive-inside">
					<h2 className="ui-section-title" id="archive-inside">
						Inside
					</h2>
					<Contents row={row} />
				</section>
			</div>
			<section className="archive-part" aria-labelledby="archive-address">
				<h2 className="ui-section-title" id="archive-address">
					Its address
				</h2>
				<div>
					<SlugField
						slug={slug}
						refused={isRefused ? (errorCode(load.error) === '23505' ? 'Taken.' : errorMessage(load.error)) : undefined}
						offer={errorHint(load.error)}
						strict
						isClaiming={load.isPending || load.isSuccess}
						onChange={(next) => {
							load.reset()
							setSlug(next)
						}}
					/>
					{others.length > 0 ? (
						<p className="ui-error">
							{formatList(others)} {others.length === 1 ? 'is' : 'are'} taken here, too. With another address, all of
							them begin with it.
						</p>
					) : row.problem && !load.isSuccess ? (
						<p className="ui-error">{row.reason}</p>
					) : null}
				</div>
			</section>
			<section className="archive-part" aria-labelledby="archive-members">
				<h2 className="ui-section-title" id="archive-members">
					Who may enter
				</h2>
				<div className="archive-members">
					<Checkbox checked disabled readOnly>
						<strong>You, as owner</strong> <span className="ui-quiet">{user.email}</span>
					</Checkbox>
					{members.length > 0 ? (
						<Checkbox checked={inviting} onChange={({ target }) => setInviting(target.checked)}>
							Invite {formatCount(members.length, 'member')} of the archive by mail{' '}
							<span className="ui-quiet">
								<bdi>{formatList(members.slice(0, 5).map(({ email }) => email))}</bdi>
								{members.length > 5 ? ` and ${members.length - 5} more` : ''}
							</span>
						</Checkbox>
					) : null}
					<p className="ui-small ui-quiet">
						Every testimonial says “Imported”: this server did not check who wrote it. Links of invitations that nobody
						answered stop working.
					</p>
				</div>
			</section>
			{refusal && !isRefused ? <Notice isError>{errorMessage(refusal)}</Notice> : null}
			<div className="archive-acts">
				<Button
					variant="primary"
					size="tall"
					busy={load.isPending}
					disabled={slugError(slug) !== undefined || others.length > 0}
					onClick={() => load.mutate({ slug, with_invitations: inviting })}
				>
					Bring it in
				</Button>
				<Button variant="quiet" busy={remove.isPending} onClick={() => remove.mutate()}>
					Remove the file
				</Button>
			</div>
		</>
	)
}

function Contents({ row: { about } }: { row: ArchiveImportRow }) {
	const lines: [string, string][] = [
		['Testimonials', formatNumber(about.testimonials ?? 0)],
		['Photos, recordings and other files', formatNumber(about.files ?? 0)],
		['Forms and walls', `${formatNumber(about.forms ?? 0)} and ${formatNumber(about.walls ?? 0)}`],
		['Invitations', formatNumber(about.invitations ?? 0)],
		['History entries', formatNumber(about.events ?? 0)],
	]
	return (
		<dl className="archive-contents">
			{lines.map(([name, count]) => (
				<div key={name}>
					<dt>{name}</dt>
					<dd>{count}</dd>
				</div>
			))}
		</dl>
	)
}
