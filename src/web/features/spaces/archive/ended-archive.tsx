import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import type { ArchiveImportRow } from '#shared/import/archive-import.ts'
import { useUser } from '#web/lib/auth/auth-context.tsx'
import { formatCount } from '#web/lib/format/format.ts'
import { queryKeys } from '#web/lib/query/query-keys.ts'
import { refetchQueries } from '#web/lib/query/refetch.ts'
import { useOptionalSpace, writeCurrentSpace } from '#web/lib/spaces/space-context.tsx'
import { Button } from '#web/ui/button.tsx'
import { CheckLine } from './check-line.tsx'
import { problemTexts } from './problem-text.ts'

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

/** What of an archive is here, and the way into its space. */
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
