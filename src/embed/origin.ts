const script = document.currentScript as HTMLScriptElement | null

/** Origin of the installation that this script came from; in the studio, of the page itself. */
export const origin = script?.src ? new URL(script.src).origin : location.origin
