import { resolve } from 'node:path'
import { z } from 'zod'
import { authSettings, findAuthSettingErrors } from '#platform/auth/settings.ts'
import { backupSettings, findBackupSettingErrors } from '#platform/backups/settings.ts'
import { baseSettings } from '#platform/config/base-settings.ts'
import { type Config, parseSettings } from '#platform/config/config.ts'
import type { Environment } from '#platform/config/setting-types.ts'
import { deploymentSettings } from '#platform/deployment/settings.ts'
import { keySettings } from '#platform/keys/settings.ts'
import { findMailSettingErrors, mailSettings } from '#platform/mail/settings.ts'
import { findMediaSettingErrors, mediaSettings } from '#platform/media/settings.ts'
import { metricsSettings } from '#platform/metrics/settings.ts'
import { findDatabaseUrlErrors, findIgnoredParameters } from '#platform/pg/database-url.ts'
import { databaseSettings, findDatabaseSettingErrors } from '#platform/pg/settings.ts'
import { realtimeSettings } from '#platform/realtime/settings.ts'
import { restSettings } from '#platform/rest/settings.ts'
import { tracingSettings } from '#platform/tracing/settings.ts'
import { functionSettings } from '#platform/user-functions/settings.ts'
import { findProductSettingErrors, productSettings } from '#product/settings.ts'

/** Every setting with its type and default; `.env.example` and docs/settings.md explain them. */
export const settings = z.object({
	...baseSettings,
	...databaseSettings,
	...mailSettings,
	...mediaSettings,
	...tracingSettings,
	...metricsSettings,
	...backupSettings,
	...deploymentSettings,
	...keySettings,
	...authSettings,
	...restSettings,
	...functionSettings,
	...realtimeSettings,
	...productSettings,
})

/**
 * Reads the settings from an environment.
 * @returns the config and warnings about names that look like misspelt settings
 * @throws ConfigError listing every bad value
 */
export function readConfig(env: Environment): { config: Config; warnings: string[] } {
	const checks = [
		findMailSettingErrors,
		findDatabaseSettingErrors,
		findMediaSettingErrors,
		findBackupSettingErrors,
		findDatabaseUrlErrors,
		findAuthSettingErrors,
		findProductSettingErrors,
	]
	const { values, providers, changedSettings, warnings } = parseSettings(env, settings, checks)
	const siteUrl = values.SITE_URL ?? `http://localhost:${values.PORT}`
	const config: Config = Object.freeze({
		...values,
		DATA_DIR: resolve(values.DATA_DIR),
		SITE_URL: siteUrl,
		MAIL_AUTOCONFIRM: values.MAIL_AUTOCONFIRM ?? !(values.SMTP_URL || values.HOOK_SEND_EMAIL_URI),
		MAIL_FROM: values.MAIL_FROM ?? `Plaudit <plaudit@${new URL(siteUrl).hostname}>`,
		hosts: values.HOST ? [values.HOST] : ['127.0.0.1', '::1'],
		providers,
		changedSettings,
	})
	return { config, warnings: [...warnings, ...findIgnoredParameters(env)] }
}
