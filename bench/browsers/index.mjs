export const loadLighthouse = async () => (await import('lighthouse')).default
export const loadPuppeteer = async () => (await import('puppeteer-core')).default
