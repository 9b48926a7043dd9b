import { useQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import type { ReactNode } from 'react'
import { formatSize } from '#web/lib/format/format.ts'
import { buttonClass } from '#web/ui/button.tsx'

/** A link to a package that this server offers, with its size; the children stand there where it was started without its build. */
export function PackageDownload({ path, name, children }: { path: string; name: string; children: ReactNode }) {
	const { data: size } = useQuery({
		queryKey: ['package-size', path],
		queryFn: async () => {
			const { ok, headers } = await fetch(path, { method: 'HEAD' })
			return ok ? Number(headers.get('content-length')) : null
		},
		staleTime: Number.POSITIVE_INFINITY,
	})
	if (size === null) return <p>{children}</p>
	return (
		<p>
			<a className={buttonClass({})} href={path} download={name}>
				<Download size={16} aria-hidden="true" />
				{name}
				{size ? `, ${formatSize(size)}` : ''}
			</a>
		</p>
	)
}
