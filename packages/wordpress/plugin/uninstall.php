<?php
/**
 * Removes the settings and every copy.
 *
 * @package Plaudit
 */

if ( ! defined( 'WP_UNINSTALL_PLUGIN' ) ) {
	exit;
}

require_once __DIR__ . '/includes/copies.php';

Plaudit\forget_copies();
delete_option( 'plaudit_settings' );
