import { ChevronLeft, PackageOpen } from 'lucide-react'
import { Link } from 'react-router'
import type { ArchiveImportRow } from '#shared/rows.ts'
import { OnboardingLayout } from '#web/features/spaces/start/onboarding-layout.tsx'
import { usePageTitle } from '#web/lib/browser/use-page-title.ts'
import { errorMessage } from '#web/lib/client/errors.ts'
import { formatSize } from '#web/lib/format/format.ts'
import { formatDate } from '#web/lib/format/format-time.ts'
import { Button } from '#web/ui/button.tsx'
import { DropArea, FileButton } from '#web/ui/files/choose-file.tsx'
import { Progress } from '#web/ui/notices/empty-state.tsx'
import { Notice } from '#web/ui/notices/notice.tsx'
import { PageSpinner } from '#web/ui/spinner.tsx'
import { CheckedArchive } from './checked-archive.tsx'
import { LoadedArchive, RefusedArchive } from './ended-archive.tsx'
import { useArchive, useRemoveArchive, useSendArchive } from './use-archive.ts'
import './archive-page.css'

/** /dashboard/new/archive: a whole space from another Plaudit is sent, checked and loaded. The server goes on when the page is closed. */
export function Page() {
	usePageTitle('Bring an archive')
	const archive = useArchive()
	const sending = useSendArchive()
	const row = archive.data
	const choose = (file: File) => sending.mutate(file)
	return (
		<OnboardingLayout>
			<div className="archive">
				<Link className="archive-back" to="/dashboard/new">
					<ChevronLeft size={16} aria-hidden="true" />
					New space
				</Link>
				<Head row={sending.isPending ? null : row} />
				{archive.isPending ? (
					<PageSpinner />
				) : (
					<ArchiveFile row={sending.isPending ? null : row} sending={sending} onChoose={choose} />
				)}
				{archive.error ? <Notice isError>{errorMessage(archive.error)}</Notice> : null}
				{row && !sending.isPending ? <Body key={row.id} row={row} /> : null}
			</div>
		</OnboardingLayout>
	)
}

function Body({ row }: { row: ArchiveImportRow }) {
	if (row.state === 'checked') return <CheckedArchive row={row} />
	if (row.state === 'refused') return <RefusedArchive row={row} />
	if (row.state === 'done') return <LoadedArchive row={row} />
	return <ArchiveProgress row={row} />
}

function Head({ row }: { row: ArchiveImportRow | null | undefined }) {
	const [title, text] = headTexts(row)
	return (
		<header className="archive-head" aria-live="polite">
			<h1 tabIndex={-1}>{title}</h1>
			<p className="ui-quiet">{text}</p>
		</header>
	)
}

function headTexts(row: ArchiveImportRow | null | undefined): [string, string] {
	const name = row?.about.name ?? 'The space'
	switch (row?.state) {
		case 'reading':
			return ['The archive is being read', 'You may close this page: the server goes on. Nothing is written yet.']
		case 'checked':
			return [
				`${name} can move in`,
				'A whole space from another Plaudit, with ids, dates and private links. Nothing is written yet.',
			]
		case 'loading':
			return [
				`${name} is moving in`,
				'You may close this page: the server goes on. The space opens when all of it is here, not before.',
			]
		case 'done':
			return row.space_id
				? [`${name} is here`, 'All of it was loaded and counted.']
				: [`${name} was here`, 'Its space has been deleted since.']
		case 'refused':
			return [
				'This archive cannot come in',
				'Nothing was written. The reasons are the same as those of plaudit import.',
			]
		default:
			return ['Bring an archive', 'A whole space from another Plaudit, with ids, dates and private links.']
	}
}

/** The part of an archive that the server has read or loaded, and the button that stops it. */
function ArchiveProgress({ row }: { row: ArchiveImportRow }) {
	const stop = useRemoveArchive(row)
	const { done_bytes: done, total_bytes: total } = row
	const what = row.state === 'reading' ? 'Reading and comparing' : 'Writing rows and files'
	return (
		<section className="archive-bar" aria-label="Progress">
			<Progress value={done} max={Math.max(1, total ?? 1)} label={what} />
			<p>
				<span>{total === null ? 'Waiting for its turn' : what}</span>
				{total === null ? null : (
					<span className="ui-quiet">
						{formatSize(done)} of {formatSize(total)}
					</span>
				)}
			</p>
			{stop.error ? <Notice isError>{errorMessage(stop.error)}</Notice> : null}
			<div>
				<Button busy={stop.isPending} onClick={() => stop.mutate()}>
					Stop, keep nothing
				</Button>
			</div>
		</section>
	)
}

/** The file that was brought, or the place to choose one; its upload while it runs. */
function ArchiveFile({
	row,
	sending,
	onChoose,
}: {
	row: ArchiveImportRow | null | undefined
	sending: ReturnType<typeof useSendArchive>
	onChoose: (file: File) => void
}) {
	const isBusy = sending.isPending || row?.state === 'reading' || row?.state === 'loading'
	const take = (file: File) => isBusy || onChoose(file)
	const file = sending.isPending ? sending.variables : undefined
	const isStopped = (sending.error as Error | null)?.name === 'AbortError'
	return (
		<>
			<DropArea onFile={take}>
				<PackageOpen size={22} strokeWidth={1.5} aria-hidden="true" />
				<div className="ui-drop-text">
					<p>
						<strong>
							<bdi>{file?.name ?? (row ? (row.file_name ?? 'Your archive') : 'Drop the ZIP file here')}</bdi>
						</strong>
					</p>
					<p className="ui-small ui-quiet">
						{file
							? 'Being sent. Keep this page open.'
							: row
								? describeArchive(row)
								: 'It is made under Space, Export, or by plaudit export.'}
					</p>
				</div>
				{sending.isPending ? (
					<Button onClick={sending.stop}>Stop</Button>
				) : isBusy ? null : (
					<FileButton
						variant={row ? 'plain' : 'primary'}
						field={{ label: 'Archive' }}
						accept=".zip,application/zip"
						onFile={take}
					>
						{row ? 'Another file' : 'Choose a file'}
					</FileButton>
				)}
			</DropArea>
			{file ? (
				<div className="archive-bar">
					<Progress value={sending.sent} max={Math.max(1, file.size)} label="Sending" />
					<p>
						<span>Sending</span>
						<span className="ui-quiet">
							{formatSize(sending.sent)} of {formatSize(file.size)}
						</span>
					</p>
				</div>
			) : null}
			{sending.error && !isStopped ? <Notice isError>{errorMessage(sending.error)}</Notice> : null}
		</>
	)
}

function describeArchive({ file_bytes, about }: ArchiveImportRow): string {
	const { made_at, plaudit, site_url } = about
	const made = made_at ? `, made on ${formatDate(made_at)} by Plaudit ${plaudit}` : ''
	return `${formatSize(file_bytes)}${made}${site_url ? ` at ${site_url}` : ''}`
}
