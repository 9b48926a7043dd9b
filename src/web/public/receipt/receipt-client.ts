import { copyLink } from '#web/public/page-shell/copy-link.ts'

/** Copies the private link; everything else on this page is a plain form. */
const link = document.querySelector<HTMLInputElement>('#plink')
const copy = document.querySelector<HTMLButtonElement>('#copy')
const copied = document.querySelector('#copied')

if (copy && link) copy.hidden = false
copy?.addEventListener('click', async () => {
	if (!link) return
	if ((await copyLink(link)) && copied) copied.textContent = 'Link copied'
})
// A reload must not show the message a second time.
if (location.search) history.replaceState(null, '', location.pathname)
