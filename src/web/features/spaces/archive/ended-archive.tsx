import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import type { ArchiveProblem } from '#shared/import/archive-import.ts'
import type { ArchiveImportRow } from '#shared/rows.ts'
import { useUser } from '#web/lib/auth/auth-context.tsx'
import { formatCount } from '#web/lib/format/format.ts'
import { queryKeys } from '#web/lib/query/query-keys.ts'
import { refetchQueries } from '#web/lib/query/refetch.ts'
import { useOptionalSpace, writeCurrentSpace } from '#web/lib/spaces/space-context.tsx'
import { Button } from '#web/ui/button.tsx'
import { CheckLine } from './check-line.tsx'

/** Why an archive was refused, and what to do. */
export function RefusedArchive({ row: { problem, reason } }: { row: ArchiveImportRow }) {
	const { title, advice } = problemTexts[problem ?? 'broken']
	return (
		<ul className="archive-checks" aria-live="polite">
			<CheckLine isBad title={title}>
				{problem === 'cut' || problem === 'no_archive' ? null : `${reason} `}
				{advice}
			</CheckLine>
		</ul>
	)
}

/** The parts of an archive that are here, and the way into its space. */
export function LoadedArchive({ row: { about, space_id, with_invitations } }: { row: ArchiveImportRow }) {
	const { id } = useUser()
	const current = useOptionalSpace()
	const queries = useQueryClient()
	const navigate = useNavigate()
	const { testimonials = 0, files = 0, missing = 0, erased = 0 } = about.loaded ?? {}
	useEffect(() => void refetchQueries(queries, queryKeys.spaces(id)), [queries, id])
	const open = async () => {
		if (!space_id) return
		writeCurrentSpace(space_id)
		await refetchQueries(queries, queryKeys.spaces(id))
		current?.select(space_id)
		navigate('/dashboard/overview')
	}
	return (
		<>
			<ul className="archive-checks">
				<CheckLine title={formatCount(testimonials, 'testimonial')}>
					with their ids and dates
					{erased > 0 ? `; ${formatCount(erased, 'testimonial')} stay erased, as they were erased here` : ''}
				</CheckLine>
				<CheckLine title={formatCount(files, 'file')}>
					{missing > 0
						? `${formatCount(missing, 'file')} were missing when the archive was made`
						: 'every checksum right'}
				</CheckLine>
				{with_invitations ? (
					<CheckLine title="Members are invited">they join by the link in their mail</CheckLine>
				) : null}
			</ul>
			{space_id ? (
				<div className="archive-acts">
					<Button variant="primary" size="tall" onClick={() => void open()}>
						Open the space
					</Button>
				</div>
			) : null}
		</>
	)
}

/** Why an archive cannot come in, and what to do. */
const problemTexts: Record<ArchiveProblem, { title: string; advice: string }> = {
	cut: {
		title: 'It is cut',
		advice: 'Copy or download the file again; a USB stick or a slow download often does this.',
	},
	altered: { title: 'It was altered', advice: 'Make a new archive there. This one cannot be mended.' },
	newer: { title: 'It is newer', advice: 'Ask the administrator of this server to update Plaudit first.' },
	no_archive: {
		title: 'It is no archive of Plaudit',
		advice: 'Make one there under Space, Export. For files of other tools, make a space and use Import.',
	},
	damaged: { title: 'A part of it breaks a rule', advice: 'Make a new archive there.' },
	wrong_file: { title: 'A file in it is of the wrong kind', advice: 'Only pictures, recordings and fonts come in.' },
	too_large: { title: 'It is too large', advice: 'The administrator of this server can load it with plaudit import.' },
	no_room: { title: 'There is no room for it', advice: 'Ask the administrator of this server for more disk space.' },
	space_here: {
		title: 'This space is here already',
		advice: 'A space comes in once, so that its links and proofs hold. Delete the one that is here first.',
	},
	clash: { title: 'A part of it is here already', advice: 'Something here has the same id. Make a new archive there.' },
	slug_taken: { title: 'Its address is taken', advice: 'Choose another one.' },
	too_many_spaces: { title: 'You have as many spaces as you may', advice: 'Delete one that you no longer need.' },
	broken: { title: 'The server could not finish it', advice: 'Nothing is left of it. Send the file again.' },
}
