/**
 * Every fixed text that specification §2, §4, §5, §8 and §9 quote or name for a person to read, verbatim, with its section. What varies stands in braces.
 * `test/sentences.test.ts` holds the English texts to them, `e2e/support/seen-reporter.ts` the screens.
 */
type Section = 2 | 4 | 5 | 8;

export const FIXED: Readonly<Record<Section, readonly string[]>> = {
  2: [
    "Page Not Found", "Scan Receipt", "My Items", "Scan History", "Archived", "Signing you in...", "Process Receipt", "Add Item Manually", "Fresh", "Soon", "Expired", "Expiring",
    "All Items", "Delete All", "Historical", "Deleted", "No items found for this scan session", "Archived & Deleted Items", "Restore", "Edit Item", "Cancel", "Shopping List", "Larder",
    "Take Photo", "Try Again", "Retake", "Use Photo", "Starting camera...", "Click to upload", "Account & Statistics", "Loading...", "Account Type: Anonymous", "Total Items",
    "Receipt Scans", "Fresh Items", "Soon to Expire", "Expired Items", "Clear All Data", "Sign Out & Reset", "Browse", "My List", "Import", "Browse Common Items", "Add Item",
    "Clear All", "Clear Completed", "Swipe right to add to tracker →", "No pending items", "No items in your shopping list", "Loading shopping list...", "Add to Tracker",
    "Import Shared List", "Open Shared List", "WhatsApp", "SMS", "Messenger", "By Username", "Create Another", "Done", "Shared List", "Import to My List", "Importing...",
    "No Items in This List", "This shared list doesn't contain any items yet.", "Back to App", "Install App", "Get quick access with offline support",
    "Use Safari's Share button and 'Add to Home Screen'", "Install", "Show How", "Not Now",
  ],
  4: [],
  5: [
    "File size must be less than 10MB", "Please select a receipt image first.", "Missing Information", "Please fill in item name and category.", "Please fill in item name.",
    "Name Required", "Please enter your name so others know who shared the list.", "Please select at least one item to share.", "My Shopping List", "Please enter an item name.",
    "Are you sure you want to clear your entire shopping list? This cannot be undone.", "Please enter a valid share URL or token",
    "Are you sure you want to clear all your data? This cannot be undone.",
  ],
  8: [
    "Upload Limit Reached", "You've reached your monthly limit of receipt scans.", "Processing Failed", "Failed to process receipt. Please try again.", "Auto-processing Failed",
    "Photo captured but processing failed. You can try clicking 'Process Receipt' manually.", "Authentication Error", "Failed to sign in. Please refresh the page.",
    "Sign out failed", "There was an error signing out. Please try again.", "Failed to clear data", "There was an error clearing your data. Please try again.",
    "Camera permission denied. Please allow camera access and try again.", "No camera found. Please connect a camera and try again.",
    "Camera is already in use by another application.", "Camera not supported on this device or browser.",
    "Could not re-add items from previous scan. Please try again.", "Could not add items to shopping list. Please try again.", "Failed to Add to Shopping List",
    "Failed to Add to Tracker", "Please try again.", "Failed to Archive", "Failed to Delete", "Failed to Restore",
    "Could not load notification preferences. Using default settings.", "Failed to update notification settings.", "Failed to check notifications.",
    "Failed to Create Share", "Copy Failed", "This shared shopping list is not available. It may have been deleted or the link may be invalid.",
    "Failed to Add Item", "Failed to Update Item", "Failed to Remove Item", "Failed to Clear Items", "Failed to Clear Shopping List", "Failed to Import Items",
    "Added to Shopping List", "Added to Larder", "Item added to your grocery inventory.", "Data cleared successfully", "Signed out successfully",
    "Item Added", "Item has been added to your shopping list.", "Item Removed", "Item has been removed from your shopping list.",
    "Completed Items Cleared", "All completed items have been removed.", "Shopping List Cleared", "All items have been removed from your shopping list.", "Items Imported Successfully",
  ],
};

/** [section, the specification's text, an example of its values] */
export const VARYING: readonly (readonly [Section, string, Readonly<Record<string, string | number>>])[] = [
  [2, "{remaining} of {monthlyLimit} uploads remaining this month", { remaining: 5, monthlyLimit: 30 }],
  [2, "Added {date}", { date: "Nov 21, 2026" }],
  [2, "Receipt Scan #{segment}", { segment: "0199aa11" }],
  [2, "{n} items found", { n: 2 }],
  [2, "Current List ({N} items)", { N: 7 }],
  [2, "... and {N} more items", { N: 2 }],
  [2, "Your List ({N} items)", { N: 7 }],
  [2, "Show Completed ({n})", { n: 1 }],
  [2, "Hide Completed ({n})", { n: 1 }],
  [2, "Shared by {owner}", { owner: "Ana" }],
  [4, "1 day left", {}],
  [4, "{N} days left", { N: 3 }],
  [4, "Expired 1 day ago", {}],
  [4, "Expired {N} days ago", { N: 2 }],
  [5, "Unsupported file type. Please upload: {list}", { list: "jpg, png" }],
  [8, "Camera error: {message}", { message: "too sharp" }],
  [8, "Camera error: Unknown error", {}],
  [8, "Added {n} items to your shopping list.", { n: 2 }],
];
