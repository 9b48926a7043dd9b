/** Escapes text for HTML that is shown as code, between tags and in double quotes. */
export const escapeHtml = (text: string): string => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`)
