import { useMutation } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { toast } from 'sonner'
import { errorMessage, unwrap } from '#web/lib/client/errors.ts'
import { supabase } from '#web/lib/client/supabase.ts'
import { saveBlob } from '#web/lib/files/save-blob.ts'
import { Button } from '#web/ui/button.tsx'

/** Downloads and copies the state of the server as text that may be sent to others. */
export function ReportButton() {
	const { mutate, isPending } = useMutation({
		mutationFn: async () =>
			unwrap(await (await supabase).functions.invoke<string>('instance?report', { method: 'GET' })),
		onSuccess: async (text) => {
			saveBlob(new Blob([text], { type: 'text/plain' }), `plaudit-report-${text.match(/\d{4}-\d\d-\d\d/)?.[0]}.txt`)
			// A browser that refuses to copy after the answer still has the file.
			const isCopied = await navigator.clipboard.writeText(text).then(
				() => true,
				() => false,
			)
			toast(`${isCopied ? 'Downloaded and copied' : 'Downloaded'}: no secrets, addresses or names are in it`)
		},
		onError: (error) => void toast(errorMessage(error)),
	})
	return (
		<Button busy={isPending} onClick={() => mutate()}>
			<Download size={16} aria-hidden="true" />
			Report for support
		</Button>
	)
}
