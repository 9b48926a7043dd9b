/** Legible on light and dark tabs. */
export const favicon =
	'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="#1f6b4a"/><path d="M14 8.5c-4.6 1.6-7 5-7 9.6a4.1 4.1 0 1 0 4.7-2.3c.3-2.3 1.7-4.2 4-5.5zm11 0c-4.6 1.6-7 5-7 9.6a4.1 4.1 0 1 0 4.7-2.3c.3-2.3 1.7-4.2 4-5.5z" fill="#fbf9f4"/></svg>'

const encoded = favicon.replaceAll('"', "'").replace(/[<>#]/g, encodeURIComponent)

/**
 * The icon within the document: browsers fetch an icon with high priority, beside what the first paint waits for. Without
 * this tag they request /favicon.ico and are redirected.
 */
const faviconTag = `<link rel="icon" href="data:image/svg+xml,${encoded}">`

/** The tag of a space's own icon, or of Plaudit's where it has none. `url` is escaped already. */
export const iconTag = (url: string | undefined): string => (url ? `<link rel="icon" href="${url}">` : faviconTag)
