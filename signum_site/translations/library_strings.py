"""Strings of Django and allauth that the site translates itself.

Their Spanish uses the formal *usted*, and the site uses *tú*. A few others are here because their translation has a
mistake, such as a typo, or an imperative instead of a statement.

Strings listed here are translated in our own catalogues, which take precedence. No page uses this module; makemessages
finds the strings in it.
"""

from django.utils.translation import gettext_noop, ngettext_lazy

SENTENCES = (
    gettext_noop("You cannot remove your primary email address."),
    gettext_noop("The email address and/or password you specified are not correct."),
    gettext_noop("Please type your current password."),
    gettext_noop("You cannot add more than %d email addresses."),
    gettext_noop("Too many failed login attempts. Try again later."),
    gettext_noop("Your primary email address must be verified."),
    gettext_noop("Username can not be used. Please use other username."),
    gettext_noop("The username and/or password you specified are not correct."),
    gettext_noop("Invalid login."),
    gettext_noop("Use your password"),
    gettext_noop("You must type the same password each time."),
    gettext_noop("Forgot your password?"),
    gettext_noop("You must type the same email each time."),
    gettext_noop("Username"),
    gettext_noop("Sign Up"),
    gettext_noop("Sign Out"),
    gettext_noop("Username or email"),
    gettext_noop("Please reauthenticate to safeguard your account."),
    gettext_noop("The following email addresses are associated with your account:"),
    gettext_noop("Do you really want to remove the selected email address?"),
    gettext_noop("Your email address is still pending verification."),
    gettext_noop(
        'Please confirm that <a href="mailto:%(email)s">%(email)s</a> is an email address for user %(user_display)s.'
    ),
    gettext_noop(
        "This email confirmation link expired or is invalid. Please <a "
        'href="%(email_url)s">issue a new email confirmation request</a>.'
    ),
    gettext_noop("If you have not created an account yet, then please %(link)ssign up%(end_link)s first."),
    gettext_noop("Are you sure you want to sign out?"),
    gettext_noop("You cannot remove your primary email address (%(email)s)."),
    gettext_noop("You have confirmed %(email)s."),
    gettext_noop("Successfully signed in as %(name)s."),
    gettext_noop("You have signed out."),
    gettext_noop("Forgot Password?"),
    gettext_noop("Password Reset"),
    gettext_noop(
        "Forgotten your password? Enter your email address below, and we'll send you an email allowing you to reset it."
    ),
    gettext_noop("Please contact us if you have any trouble resetting your password."),
    gettext_noop(
        "We have sent you an email. If you have not received it please check your spam folder. "
        "Otherwise contact us if you do not receive it in a few minutes."
    ),
    gettext_noop("Bad Token"),
    gettext_noop(
        "The password reset link was invalid, possibly because it has already been used.  Please "
        'request a <a href="%(passwd_reset_url)s">new password reset</a>.'
    ),
    gettext_noop("Your password is now changed."),
    gettext_noop("Enter your password:"),
    gettext_noop("Already have an account? Then please %(link)ssign in%(end_link)s."),
    gettext_noop("You are already logged in as %(user_display)s."),
    gettext_noop(
        "You currently do not have any email address set up. You should really add an email "
        "address so you can receive notifications, reset your password, etc."
    ),
    gettext_noop("Verify Your Email Address"),
    gettext_noop(
        "We have sent an email to you for verification. Follow the link provided to finalize the "
        "signup process. If you do not see the verification email in your main inbox, check your "
        "spam folder. Please contact us if you do not receive the verification email within a "
        "few minutes."
    ),
    gettext_noop(
        "You are receiving this email because you or someone else tried to signup for an\naccount "
        "using email address:\n\n%(email)s\n\nHowever, an account using that email address already "
        "exists.  In case you have\nforgotten about this, please use the password forgotten "
        "procedure to recover\nyour account:\n\n%(password_reset_url)s"
    ),
    gettext_noop("You are receiving this mail because the following change was made to your account:"),
    gettext_noop(
        "If you do not recognize this change then please take proper security precautions "
        "immediately. The change to your account originates from:\n\n- IP address: %(ip)s\n- "
        "Browser: %(user_agent)s\n- Date: %(timestamp)s"
    ),
    gettext_noop("Your email has been changed from %(from_email)s to %(to_email)s."),
    gettext_noop("Your email has been confirmed."),
    gettext_noop(
        "You're receiving this email because user %(user_display)s has given your email address "
        "to register an account on %(site_domain)s."
    ),
    gettext_noop("To confirm this is correct, go to %(activate_url)s"),
    gettext_noop("Please Confirm Your Email Address"),
    gettext_noop("Email address %(deleted_email)s has been removed from your account."),
    gettext_noop("This mail can be safely ignored if you did not initiate this action."),
    gettext_noop("Your password has been changed."),
    gettext_noop(
        "You're receiving this email because you or someone else has requested a password reset "
        "for your user account.\nIt can be safely ignored if you did not request a password "
        "reset. Click the link below to reset your password."
    ),
    gettext_noop("In case you forgot, your username is %(username)s."),
    gettext_noop("Your password has been reset."),
    gettext_noop("Your password has been set."),
    gettext_noop(
        "You are receiving this email because you, or someone else, tried to access an account "
        "with email %(email)s. However, we do not have any record of such an account in our "
        "database."
    ),
    gettext_noop("If it was you, you can sign up for an account using the link below."),
    gettext_noop("Enter a valid value."),
    gettext_noop("Enter a valid URL."),
    gettext_noop("Enter a valid integer."),
    gettext_noop("Enter a valid email address."),
    gettext_noop("Enter a number."),
    gettext_noop("Enter a whole number."),
    gettext_noop("Enter a list of values."),
    gettext_noop("Ensure this value is less than or equal to %(limit_value)s."),
    gettext_noop("Ensure this value is greater than or equal to %(limit_value)s."),
    gettext_noop("No file was submitted."),
    gettext_noop("The submitted file is empty."),
    gettext_noop("No file was submitted. Check the encoding type on the form."),
    gettext_noop("Upload a valid image. The file you uploaded was either not an image or a corrupted image."),
    gettext_noop("Select a valid choice. That choice is not one of the available choices."),
    gettext_noop("Select a valid choice. %(value)s is not one of the available choices."),
    gettext_noop("Enter the same password as before, for verification."),
    gettext_noop("Please enter a correct %(username)s and password. Note that both fields may be case-sensitive."),
    gettext_noop("Your old password was entered incorrectly. Please enter it again."),
    gettext_noop("Your password can’t be too similar to your other personal information."),
    gettext_noop("Your password can’t be a commonly used password."),
    gettext_noop("Your password can’t be entirely numeric."),
    gettext_noop("Enter a valid username. This value may contain only letters, numbers, and @/./+/-/_ characters."),
    gettext_noop(
        "Enter a valid username. This value may contain only unaccented lowercase a-z and "
        "uppercase A-Z letters, numbers, and @/./+/-/_ characters."
    ),
    gettext_noop("You cannot add an email address to an account protected by two-factor authentication."),
    gettext_noop("You cannot activate two-factor authentication until you have verified your email address."),
    gettext_noop("Your account is protected by two-factor authentication. Please enter an authenticator code:"),
    gettext_noop("Enter an authenticator code:"),
    gettext_noop("You are about to generate a new set of recovery codes for your account."),
    gettext_noop("Are you sure?"),
    gettext_noop(
        "To protect your account with two-factor authentication, scan the QR code below with your "
        "authenticator app. Then, input the verification code generated by the app below."
    ),
    gettext_noop("You are about to deactivate authenticator app based authentication. Are you sure?"),
    gettext_noop("Email Confirmation"),
    gettext_noop("Password Set"),
    gettext_noop("New Recovery Codes Generated"),
    gettext_noop("A new set of Two-Factor Authentication recovery codes has been generated."),
    gettext_noop("Thank you for using %(site_name)s!\n%(site_domain)s"),
    ngettext_lazy(
        "Ensure this value has at least %(limit_value)d character (it has %(show_value)d).",
        "Ensure this value has at least %(limit_value)d characters (it has %(show_value)d).",
    ),
    ngettext_lazy(
        "Ensure this value has at most %(limit_value)d character (it has %(show_value)d).",
        "Ensure this value has at most %(limit_value)d characters (it has %(show_value)d).",
    ),
    ngettext_lazy(
        "Ensure this filename has at most %(max)d character (it has %(length)d).",
        "Ensure this filename has at most %(max)d characters (it has %(length)d).",
    ),
    ngettext_lazy(
        "Your password must contain at least %(min_length)d character.",
        "Your password must contain at least %(min_length)d characters.",
    ),
)

# English titles in title case, and in sentence case as on this site. templatetags/library_titles.py uses them.
TITLES = {
    "Account Inactive": "Account inactive",
    "Add Email": "Add email",
    "Add Email Address": "Add email address",
    "Authenticator App": "Authenticator app",
    "Bad Token": "Bad token",
    "Change Email": "Change email",
    "Change Password": "Change password",
    "Confirm Email Address": "Confirm email address",
    "Current Password": "Current password",
    "Email Address": "Email address",
    "Email Addresses": "Email addresses",
    "Email Verification": "Email verification",
    "Forgot Password?": "Forgot password?",
    "Make Primary": "Make primary",
    "New Password": "New password",
    "New Password (again)": "New password (again)",
    "Password Reset": "Password reset",
    "Re-send Verification": "Re-send verification",
    "Recovery Codes": "Recovery codes",
    "Remember Me": "Remember me",
    "Reset My Password": "Reset my password",
    "Set Password": "Set password",
    "Sign In": "Sign in",
    "Sign Out": "Sign out",
    "Sign Up": "Sign up",
    "Sign Up Closed": "Sign up closed",
    "Two-Factor Authentication": "Two-factor authentication",
    "Verify Your Email Address": "Verify your email address",
}

# Italian months are lower case.
MONTHS = (
    gettext_noop("January"),
    gettext_noop("February"),
    gettext_noop("March"),
    gettext_noop("April"),
    gettext_noop("May"),
    gettext_noop("June"),
    gettext_noop("July"),
    gettext_noop("August"),
    gettext_noop("September"),
    gettext_noop("October"),
    gettext_noop("November"),
    gettext_noop("December"),
)
