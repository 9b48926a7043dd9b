<?php
/**
 * Settings, Plaudit.
 *
 * @package Plaudit
 */

namespace Plaudit;

if ( ! defined( 'ABSPATH' ) ) {
	exit;
}

/** Adds the page for those who manage options. */
function add_settings_page(): void {
	add_options_page( 'Plaudit', 'Plaudit', 'manage_options', 'plaudit', 'Plaudit\\print_settings_page' );
}

/** Prints the form. The key is never printed again: the page shows its first eight characters. */
function print_settings_page(): void {
	if ( ! current_user_can( 'manage_options' ) ) {
		return;
	}
	$settings = settings();
	$is_fixed = defined( 'PLAUDIT_KEY' );
	$hint     = '' === $settings['key'] ? '' : substr( $settings['key'], 0, 8 ) . '…';
	?>
	<div class="wrap">
		<h1>Plaudit</h1>
		<form action="options.php" method="post" autocomplete="off">
			<?php settings_fields( 'plaudit' ); ?>
			<table class="form-table" role="presentation">
				<tr>
					<th scope="row"><label for="plaudit-address"><?php esc_html_e( 'Address', 'plaudit' ); ?></label></th>
					<td>
						<input type="url" class="regular-text code" id="plaudit-address" name="plaudit_settings[address]"
							value="<?php echo esc_attr( $settings['address'] ); ?>" placeholder="https://praise.example.com"
							<?php disabled( defined( 'PLAUDIT_ADDRESS' ) ); ?>>
						<p class="description"><?php esc_html_e( 'Where your Plaudit answers. A new address needs the key again.', 'plaudit' ); ?></p>
					</td>
				</tr>
				<tr>
					<th scope="row"><label for="plaudit-key"><?php esc_html_e( 'Key', 'plaudit' ); ?></label></th>
					<td>
						<input type="password" class="regular-text code" id="plaudit-key" name="plaudit_settings[key]" value=""
							placeholder="<?php echo esc_attr( $hint ); ?>" autocomplete="new-password" <?php disabled( $is_fixed ); ?>>
						<p class="description">
							<?php
							echo '' === $hint
								? esc_html__( 'For the lists in the editor. A viewer’s key with the scopes walls:read and forms:read is enough; without one, type the last part of an address.', 'plaudit' )
								/* translators: %s: the first characters of the key. */
								: esc_html( sprintf( __( 'The key %s is stored. Leave this empty to keep it.', 'plaudit' ), $hint ) );
							?>
						</p>
						<?php if ( '' !== $hint && ! $is_fixed ) : ?>
							<label><input type="checkbox" name="plaudit_settings[forget_key]" value="1"> <?php esc_html_e( 'Forget the key', 'plaudit' ); ?></label>
						<?php endif; ?>
					</td>
				</tr>
			</table>
			<?php submit_button(); ?>
		</form>
		<?php print_connection(); ?>
	</div>
	<?php
}

/** Says whether the server answers, and how many walls and forms the key reads. */
function print_connection(): void {
	if ( '' === settings()['address'] ) {
		return;
	}
	$walls = read_list( 'walls' );
	if ( is_wp_error( $walls ) ) {
		$text = $walls->get_error_message();
	} else {
		$forms = read_list( 'forms' );
		/* translators: 1: number of walls, 2: number of forms. */
		$text = sprintf( __( 'Connected. The editor offers walls: %1$d, forms: %2$d.', 'plaudit' ), count( $walls ), is_wp_error( $forms ) ? 0 : count( $forms ) );
	}
	printf( '<p class="plaudit-connection">%s</p>', esc_html( $text ) );
}
