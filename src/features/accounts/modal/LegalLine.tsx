/** What creating an account accepts (spec §2). */
export function LegalLine() {
  return (
    <p className="form__note account-legal">
      By creating an account, you accept the <a href="/terms">Terms of Service</a> and <a href="/privacy">Privacy Policy</a>.
    </p>
  );
}
